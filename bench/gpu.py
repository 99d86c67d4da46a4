"""SFT steps, GRPO updates and generation of a random model of Qwen3.5's architecture on one GPU: tokens a second, MFU, peak memory.

`bash bench/gpu.sh [--tiny] [--out FOLDER] [--repetitions 5] [--phases sft grpo generate]`. One billion parameters in bf16: three linear
attention layers to each full one, with the vision tower; every row has a 1440 x 900 picture and random token text. Each phase is a process
of its own under its own time limit: one that fails or is cut leaves the others', and its own finished repetitions, standing. Prints JSON
lines, then a table of medians with their extremes.

MFU = model FLOPs / seconds / the GPU's dense bf16 peak. Model FLOPs of training: 6 N D (N: weights that tokens are multiplied with, D:
tokens that pass them, padding not counted; text layers, output layer and vision tower each with their own D) + 12 a layer for attention
(queries x keys seen x width, causal in the text). Activations computed twice for checkpointing count once. A pass without gradients: a
third of that. Decoding: 2 N a token. The linear layers' own recurrence is not counted. Random numbers and optimiser are the timed steps'
own; the first steps of every phase warm up and are not counted.
"""

import argparse
import importlib.util
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from gpu_model import TINY, Flops, Optimizer, Rows, Sizes, build, logprobs, make_rows

LIMITS = {"sft": 150, "grpo": 180, "generate": 170}  # seconds a phase, its start included: together under ten minutes
MINIBATCH, MICRO = 16, 4  # rows an update (MAG Table A4), rows through the model at once
PEAKS = (  # TFLOP/s of dense bf16, by a part of the device's name; the vendors' data sheets
    ("H200", 989), ("GH200", 989), ("H100 PCIe", 756), ("H100 NVL", 835), ("H100", 989), ("H800", 989), ("B200", 2250), ("B100", 1750),
    ("A100", 312), ("A800", 312), ("RTX PRO 6000", 504), ("L40S", 362), ("L40", 181), ("L4", 121), ("A40", 150), ("A30", 165),
    ("A10", 125), ("RTX 4090", 165), ("RTX 3090", 71),
)  # fmt: skip


class Bench:
    """One phase in its own process: warm-up, then timed repetitions, a JSON line each."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        import torch

        self.torch, self.phase, self.repetitions = torch, chosen.phase, chosen.repetitions
        self.sizes = TINY if chosen.tiny else Sizes()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        if self.device == "cpu" and not chosen.tiny:
            sys.exit("torch sees no GPU; give --tiny to see on this CPU that the benchmark runs")
        if self.device == "cpu":
            torch.set_num_threads(1)  # where other work wants the cores too, threads of one operation wait for one another
        self.dtype = torch.bfloat16
        self.model = build(self.sizes, self.device, self.dtype)
        self.flops = Flops.of(self.model, self.sizes)
        self.name = torch.cuda.get_device_name() if self.device == "cuda" else "CPU"
        self.peak = next((peak for part, peak in PEAKS if part in self.name), None)
        fast = [name for name in ("fla", "causal_conv1d") if importlib.util.find_spec(name)]
        say(phase=self.phase, device=self.name, peak_tflops=self.peak, torch=torch.__version__, transformers=version(),
            parameters=sum(weight.numel() for weight in self.model.parameters()), dtype="bfloat16",
            linear_attention=", ".join(fast) or "transformers' own in plain torch: fla and causal_conv1d are not installed")  # fmt: skip

    def rows(self, seed: int, count: int = MICRO, equal: bool = False) -> Rows:
        return make_rows(self.sizes, seed, count, self.device, self.dtype, equal)

    def seconds(self, work) -> float:
        if self.device == "cuda":
            self.torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        if self.device == "cuda":
            self.torch.cuda.synchronize()
        return time.perf_counter() - start

    def memory(self) -> float:
        """Peak, GB: allocated on the GPU; resident where there is none."""
        if self.device == "cuda":
            return self.torch.cuda.max_memory_allocated() / 1e9
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9

    def report(self, what: str, repetition: int, seconds: float, tokens: int, flops: float, **more: float) -> None:
        mfu = flops / seconds / (self.peak * 1e12) if self.peak else None
        say(what=what, repetition=repetition, seconds=seconds, tokens=tokens, tokens_per_s=tokens / seconds,
            tflops_per_s=flops / seconds / 1e12, mfu=mfu, peak_gb=self.memory(), **more)  # fmt: skip

    def training(self) -> Optimizer:
        self.model.train()
        self.model.gradient_checkpointing_enable({"use_reentrant": False})
        return Optimizer(self.model, 1e-6)

    def sft(self) -> None:
        """A step: 16 rows in micro-batches, cross-entropy of the completions' tokens."""
        optimizer = self.training()
        for repetition in range(-2, self.repetitions):
            micros = [self.rows(100 * repetition + number + 1000) for number in range(MINIBATCH // MICRO)]
            count = sum(sum(micro.counts) for micro in micros)

            def step(micros=micros, count=count) -> None:
                for micro in micros:
                    (-logprobs(self.model, micro).sum() / count).backward()
                optimizer.step()

            took = self.seconds(step)
            if repetition >= 0:
                tokens, flops = sum(micro.tokens for micro in micros), sum(3 * self.flops.forward(micro) for micro in micros)
                self.report("SFT step", repetition, took, tokens, flops)

    def grpo(self) -> None:
        """Round-start log-probabilities of 16 rows, two groups of eight, then the update on them (MAG Eq. 6-8)."""
        optimizer = self.training()
        for repetition in range(-2, self.repetitions):
            micros = [self.rows(100 * repetition + number + 2000) for number in range(MINIBATCH // MICRO)]
            old: list = []

            def recompute(micros=micros, old=old) -> None:
                with self.torch.no_grad():
                    old += [logprobs(self.model, micro) for micro in micros]

            took, found = self.seconds(recompute), {}

            def update(micros=micros, old=old, found=found) -> None:
                found.update(self.update(micros, old, optimizer))

            then = self.seconds(update)
            if repetition >= 0:
                tokens, flops = sum(micro.tokens for micro in micros), sum(self.flops.forward(micro) for micro in micros)
                self.report("round-start log-probabilities", repetition, took, tokens, flops)
                self.report("GRPO update", repetition, then, tokens, 3 * flops, **found)

    def update(self, micros: list[Rows], old: list, optimizer: Optimizer) -> dict[str, float]:
        from mag.train.objective import Tokens, clipped, loss

        rewards = self.torch.tensor([[1.0] + [0.0] * 7, [1.0] * 3 + [0.0] * 5])  # of two tasks' rollouts
        advantages = (rewards - rewards.mean(1, keepdim=True)).flatten().split(MICRO)
        count, off = sum(sum(micro.counts) for micro in micros), 0.0
        for micro, before, own in zip(micros, old, advantages, strict=True):
            now = logprobs(self.model, micro)
            spread = own.repeat_interleave(self.torch.tensor(micro.counts)).to(now)
            tokens = Tokens(now, before, spread, self.torch.zeros_like(spread, dtype=self.torch.bool))
            loss(clipped(tokens), count).backward()
            off = max(off, float(((now.detach() - before).exp() - 1).abs().max()))
        return {"ratio_error": off, "grad_norm": optimizer.step()}

    def generate(self) -> None:
        """Prompts of one length read together, then a token each at a time, sampled, with the cache."""
        sizes = self.sizes
        self.model.eval().requires_grad_(False)
        for repetition in range(-1, self.repetitions):
            rows = self.rows(repetition + 3000, sizes.at_once, equal=True)

            def made(tokens: int, rows=rows) -> None:
                with self.torch.inference_mode():
                    out = self.model.generate(
                        **rows.inputs, max_new_tokens=tokens, min_new_tokens=tokens, do_sample=True, top_k=0, use_cache=True
                    )
                assert out.shape[1] == rows.lengths[0] + tokens, "generate stopped early"

            first = self.seconds(lambda made=made: made(1))
            took = self.seconds(lambda made=made: made(sizes.generated)) - first
            if repetition >= 0:
                said = sizes.at_once * (sizes.generated - 1)
                read = self.flops.forward(rows) + 2 * sizes.at_once * self.flops.head
                self.report("prompts read", repetition, first, rows.tokens, read, rows=sizes.at_once)
                self.report("decoding", repetition, took, said, 2 * (self.flops.text + self.flops.head) * said, rows=sizes.at_once)


def version() -> str:
    import transformers

    return transformers.__version__


def say(**facts) -> None:
    print(json.dumps(facts), flush=True)


def run_phase(phase: str, limit: float, given: list[str]) -> list[dict]:
    """The phase's lines as they come, printed on; what was said before an error or the limit counts."""
    command = [sys.executable, __file__, *given, "--phase", phase]
    lines: list[dict] = []
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)

    def cut(*_: object) -> None:
        lines.append({"phase": phase, "error": f"cut at its limit of {limit:g} s"})
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)

    signal.signal(signal.SIGALRM, cut)
    signal.setitimer(signal.ITIMER_REAL, limit)
    for line in child.stdout:
        with suppress(json.JSONDecodeError):  # a library's own word
            lines.append({"phase": phase, **json.loads(line)})
            print(json.dumps(lines[-1]), flush=True)
    status = child.wait()
    signal.setitimer(signal.ITIMER_REAL, 0)
    if status and not any("error" in line for line in lines):
        lines.append({"phase": phase, "error": f"ended with status {status}; its own words are above"})
    return lines


def table(lines: list[dict]) -> str:
    """Medians over the repetitions and their extremes."""
    found: dict[str, list[dict]] = {}
    for line in lines:
        if "what" in line:
            found.setdefault(line["what"], []).append(line)

    def spread(own: list[dict], name: str, scale: float = 1.0, digits: int = 0) -> str:
        values = [line[name] * scale for line in own if line[name] is not None]
        if not values:
            return "peak unknown"
        return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} .. {max(values):,.{digits}f})"

    rows = [("", "n", "tokens/s", "seconds", "MFU %", "peak GB")]
    for what, own in found.items():
        gigabytes = f"{max(line['peak_gb'] for line in own):.1f}"
        figures = spread(own, "tokens_per_s"), spread(own, "seconds", digits=3), spread(own, "mfu", 100, 1)
        rows.append((what, str(len(own)), *figures, gigabytes))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    text += [f"{line['phase']}: {line['error']}" for line in lines if "error" in line]
    about = next((line for line in lines if "device" in line), None)
    if about:
        peak = f"{about['peak_tflops']} TFLOP/s dense bf16 (data sheet)" if about["peak_tflops"] else "unknown: no MFU"
        text.append(f"{about['device']}, peak {peak}; {about['parameters'] / 1e9:.3f} billion parameters in {about['dtype']};")
        text.append(f"torch {about['torch']}, transformers {about['transformers']}; linear attention: {about['linear_attention']}")
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true", help="a tiny model; its figures mean nothing")
    parser.add_argument("--out", type=Path, help="folder for gpu.jsonl and gpu.txt")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--phases", nargs="+", choices=LIMITS, default=list(LIMITS))
    parser.add_argument("--limit", type=float, help="seconds a phase; default: its own")
    parser.add_argument("--phase", choices=LIMITS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.phase:
        getattr(Bench(chosen), chosen.phase)()
        return
    if chosen.repetitions < 3:
        parser.error("fewer than 3 repetitions say nothing about their spread")
    given = ["--repetitions", str(chosen.repetitions), *(["--tiny"] if chosen.tiny else [])]
    lines: list[dict] = [{"sizes": asdict(TINY if chosen.tiny else Sizes()), "minibatch": MINIBATCH, "micro": MICRO}]
    print(json.dumps(lines[0]), flush=True)
    for phase in chosen.phases:
        lines += run_phase(phase, chosen.limit or LIMITS[phase], given)
        if chosen.out:  # after every phase: what is there stays there
            chosen.out.mkdir(parents=True, exist_ok=True)
            (chosen.out / "gpu.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            (chosen.out / "gpu.txt").write_text(table(lines) + "\n")
    print(table(lines))
    sys.exit(any("error" in line for line in lines))


if __name__ == "__main__":
    main()
