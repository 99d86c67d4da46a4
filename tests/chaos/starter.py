"""Starts `mag study run` again and again without importing everything each time: a process that forks one driver a line.

Standard input: a line of JSON a start. Standard output: `started PID`, later `ended STATUS SECONDS` (-9 for a kill; CPU time of all of it).
"""

import importlib
import json
import os
import sys

import torch

import mag.cli
import mag.study.session
from mag.train.grpo import as_process

USED = (  # what a driver would import on its way
    "mag.local.engine",
    "mag.report.html_report",
    "mag.report.figures",
    "mag.study.display",
    "mag.study.work",
    "transformers.models.qwen2_vl.image_processing_pil_qwen2_vl",
    "transformers.models.qwen3_5.modeling_qwen3_5",
    "transformers.models.qwen3_vl.processing_qwen3_vl",
)


def drive(start: dict) -> None:
    """One driver: the command line, in a session of its own, with its output in the log."""
    os.setsid()
    log = os.open(start["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, target in ((0, nothing), (1, log), (2, log)):
        os.dup2(target, number)
    os.chdir(start["folder"])
    os.environ.update(start["variables"])
    sys.argv = ["mag", *start["arguments"]]
    torch.set_num_threads(1)
    if start["apart"]:
        mag.study.session.step_of = lambda conf: as_process
    mag.cli.main()


def main() -> None:
    for name in USED:
        importlib.import_module(name)
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            status = 1
            try:
                drive(json.loads(line))
                status = 0
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException:
                import traceback

                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        print(f"started {child}", flush=True)
        _, status, used = os.wait4(child, 0)
        print(f"ended {os.waitstatus_to_exitcode(status)} {used.ru_utime + used.ru_stime:.3f}", flush=True)
    os._exit(0)  # at once: there is nothing to clean up


if __name__ == "__main__":
    main()
