#!/usr/bin/env bash
# Training and generation of a one-billion-parameter model on one GPU, within ten minutes and without network: see bench/gpu.py.
#
#   bash bench/gpu.sh            results also in $OUT/gpu.jsonl and $OUT/gpu.txt where OUT is set
#   bash bench/gpu.sh --tiny     a tiny model, to see on any CPU that it runs; its figures mean nothing
#
# Needs python3 (or $PYTHON) with torch and transformers 5, nothing else: mag itself need not be installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PYTHONPATH="$PWD" PYTHONUNBUFFERED=1 HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=false
export PYTORCH_CUDA_ALLOC_CONF="${PYTORCH_CUDA_ALLOC_CONF:-expandable_segments:True}"
exec "${PYTHON:-python3}" bench/gpu.py ${OUT:+--out "$OUT"} "$@"
