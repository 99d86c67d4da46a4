"""One GRPO update by mag and by TRL's GRPOTrainer: the same tiny model, rows, minibatches and round-start log-probabilities.

`python bench/training.py [--updates 4] [--micro 4] [--runs 3] [--checkpoint FOLDER]`. Rows are steps with real prompts (menus of 20 to 60
lines, a 1440 x 900 screenshot) and completions in the contract's form, made up from a seed. Each side runs in a process of its own, one
thread, runs alternate; its first update is not timed. Wall and processor seconds from there to the end of the last update give rows a
second; memory is the largest resident set, and what of it came after the model was loaded. The first update's clipped gradients are
compared number by number: without equality there is no speed to speak of. TRL's side is its own training loop with prepared batches in
place of generation. Needs torch, transformers and trl.
"""

import argparse
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

SIDES = ("mag", "trl")
MINIBATCH = 16


def make_rows(folder: Path, count: int) -> list[dict]:
    """Prompts, completions and advantages; every other group of eight has six failures and two successes, else one success."""
    from PIL import Image

    from mag.contract.contracts import CONTRACTS
    from mag.contract.grounding import GROUNDINGS
    from mag.contract.prompt import render
    from mag.contract.write import write
    from mag.records import Mark, Observation

    random = Random(11)
    words = ["Orders", "Products", "Customers", "Reports", "Reviews", "Settings", "Search", "Filter", "Save", "Edit", "Next", "Home"]
    rows = []
    for number in range(count):
        names = [" ".join(random.choices(words, k=random.randint(1, 3))) for _ in range(random.randint(20, 60))]
        marks = tuple(Mark(i, "A", name, name, "link", (i, i, 9, 9), True, (4, 4)) for i, name in enumerate(names, 1))
        picture = io.BytesIO()
        Image.new("RGB", (1440, 900), (number % 256, 90, 160)).save(picture, "PNG")
        (folder / f"{number}.png").write_bytes(picture.getvalue())
        seen = Observation("http://a/", "", b"", marks, (0, 0))
        guides = [f"Open '{random.choice(names)}'." for _ in range(random.randint(0, 8))]
        prompt = render("Find the order of the customer", seen, guides, GROUNDINGS["som"], CONTRACTS["full"])
        mark = random.choice(marks)
        said = write(CONTRACTS["full"], GROUNDINGS["som"], "click", mark, think="Next step.", guide=f"Open '{mark.name}' in the list.")
        advantage = (0.75 if number % 8 < 2 else -0.25) if number // 8 % 2 else (0.875 if number % 8 == 0 else -0.125)
        rows.append({"system": prompt.system, "user": prompt.user, "image": f"{number}.png", "said": said, "advantage": advantage})
    return rows


def prepared(work: Path) -> tuple:
    """Rows as mag trains on them, rendered ahead: rendering is no part of an update."""
    import torch

    from mag.train.render import ProcessorRenderer
    from mag.train.rows import Rendered, Row

    torch.set_num_threads(1)
    renderer = ProcessorRenderer.load(work / "checkpoint")
    rows = [
        Row(
            str(number), number // 8, False, own["advantage"], own["system"], own["user"], work / own["image"], "",
            renderer.completion(own["said"]),
        )
        for number, own in enumerate(json.loads((work / "rows.json").read_text()))
    ]  # fmt: skip
    rendered = Rendered(rows, renderer)
    for number in range(len(rows)):
        rendered.length(number)
    return rendered, [list(range(start, start + MINIBATCH)) for start in range(0, len(rows), MINIBATCH)]


class Clock:
    """Starts with the end of the first update."""

    def __init__(self) -> None:
        self.before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self.updates = 0

    def updated(self) -> None:
        self.updates += 1
        if self.updates == 1:
            self.start = time.perf_counter(), time.process_time()
        self.end = time.perf_counter(), time.process_time()

    def facts(self) -> dict:
        rows = (self.updates - 1) * MINIBATCH
        wall, processor = (end - start for end, start in zip(self.end, self.start, strict=True))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return {"wall": rows / wall, "processor": rows / processor, "peak": peak, "grown": peak - self.before}


def by_mag(work: Path, micro: int) -> dict:
    import torch

    from mag.train.batches import Micro, Minibatch
    from mag.train.plain import PlainEngine
    from mag.train.settings import GrpoConf
    from mag.train.update import Work, all_logprobs, epoch
    from mag.train.variants import RECIPES

    rendered, minibatches = prepared(work)
    cut = []
    for own in minibatches:
        order = sorted(own, key=rendered.length)
        micros = tuple(Micro(tuple(order[start : start + micro])) for start in range(0, MINIBATCH, micro))
        cut.append(Minibatch((micros,), sum(len(rendered.rows[row].token_ids) for row in own)))
    engine = PlainEngine.load(work / "checkpoint", GrpoConf(lr=1e-4))
    ready = Work(rendered, cut)
    if not (work / "old.pt").exists():
        torch.save(all_logprobs(engine, ready), work / "old.pt")
    clock = Clock()
    step = engine.adam.step

    def first_step() -> None:
        gradients = {name: own.grad for name, own in zip(engine.names, engine.parameters, strict=True) if own.grad is not None}
        torch.save(gradients, work / "mag.pt")
        engine.adam.step = step
        step()

    engine.adam.step = first_step
    for _ in epoch(engine, replace(ready, old=torch.load(work / "old.pt")), RECIPES["mag"], 1e-4):
        clock.updated()
    return clock.facts()


def by_trl(work: Path, micro: int) -> dict:
    import torch
    from datasets import Dataset
    from transformers import AutoModelForImageTextToText, TrainerCallback
    from trl import GRPOConfig, GRPOTrainer

    rendered, minibatches = prepared(work)
    batches = [trl_batch(rendered, own, torch.load(work / "old.pt")) for own in minibatches]
    model = AutoModelForImageTextToText.from_pretrained(work / "checkpoint", dtype=torch.float32)
    clock = Clock()

    class Prepared(GRPOTrainer):
        def _generate_and_score_completions(self, _):
            return batches[self.state.global_step]

    class Watch(TrainerCallback):
        def on_pre_optimizer_step(self, args, state, control, **_):
            if state.global_step == 0:
                torch.save({name: own.grad for name, own in model.named_parameters() if own.grad is not None}, work / "trl.pt")

        def on_step_end(self, args, state, control, **_):
            clock.updated()

    conf = GRPOConfig(
        output_dir=str(work / "trl"), per_device_train_batch_size=micro, gradient_accumulation_steps=MINIBATCH // micro,
        num_generations=8, max_steps=len(batches), loss_type="dapo", scale_rewards="none", epsilon=0.2, epsilon_high=0.28, beta=0.0,
        num_iterations=1, use_vllm=False, learning_rate=1e-4, lr_scheduler_type="constant", max_grad_norm=0.1, weight_decay=0.0,
        bf16=False, use_cpu=True, gradient_checkpointing=False, report_to=[], save_strategy="no", logging_strategy="no",
        disable_tqdm=True, disable_dropout=True,
    )  # fmt: skip
    data = Dataset.from_dict({"prompt": ["-"] * (MINIBATCH * len(batches))})
    processor = rendered.renderer.processor
    trainer = Prepared(
        model, lambda completions, **_: [0.0] * len(completions), conf, data, processing_class=processor, callbacks=[Watch()]
    )
    trainer.train()
    return clock.facts()


def trl_batch(rendered, rows: list[int], old: list[list[float]]) -> dict:
    """A minibatch in TRL's form: prompts padded on the left, completions on the right."""
    import torch

    prompts = [rendered[row] for row in rows]
    completions = [rendered.rows[row].token_ids for row in rows]
    left, right = max(own["input_ids"].shape[1] for own in prompts), max(map(len, completions))
    shape = len(rows), left
    ids, mask = torch.full(shape, rendered.renderer.pad_id), torch.zeros(shape, dtype=torch.long)
    types = torch.zeros((len(rows), left + right), dtype=torch.int)
    said, kept = torch.full((len(rows), right), rendered.renderer.pad_id), torch.zeros((len(rows), right), dtype=torch.long)
    before = torch.zeros((len(rows), right))
    for number, (prompt, completion, row) in enumerate(zip(prompts, completions, rows, strict=True)):
        length = prompt["input_ids"].shape[1]
        ids[number, left - length :], mask[number, left - length :] = prompt["input_ids"][0], 1
        types[number, left - length : left] = prompt["mm_token_type_ids"][0]
        said[number, : len(completion)], kept[number, : len(completion)] = torch.tensor(completion), 1
        before[number, : len(completion)] = torch.tensor(old[row])
    return {
        "prompt_ids": ids, "prompt_mask": mask, "completion_ids": said, "completion_mask": kept, "mm_token_type_ids": types,
        "advantages": torch.tensor([rendered.rows[row].advantage for row in rows]), "old_per_token_logps": before,
        "num_items_in_batch": kept.sum(), "num_images": [1] * len(rows),
        "pixel_values": torch.cat([own["pixel_values"] for own in prompts]),
        "image_grid_thw": torch.cat([own["image_grid_thw"] for own in prompts]),
    }  # fmt: skip


def difference(work: Path) -> float:
    """||g_mag - g_trl|| / ||g_trl|| over all parameters of the first update."""
    import torch

    mag, trl = (torch.load(work / f"{side}.pt") for side in SIDES)
    assert set(mag) == set(trl), set(mag) ^ set(trl)
    apart = sum(float((mag[name] - trl[name]).double().square().sum()) for name in mag)
    return (apart / sum(float(own.double().square().sum()) for own in trl.values())) ** 0.5


def side(name: str, work: Path, micro: int) -> dict:
    """One run in a process of its own."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    command = [sys.executable, __file__, "--side", name, "--work", str(work), "--micro", str(micro)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=4)
    parser.add_argument("--micro", type=int, default=4, help="rows through the model at once, on both sides")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--checkpoint", type=Path, help="the tiny model; built with random weights where none is given")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        print(json.dumps({"mag": by_mag, "trl": by_trl}[given.side](given.work, given.micro)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        if given.checkpoint:
            (work / "checkpoint").symlink_to(given.checkpoint.absolute())
        else:
            from mag.train.tiny import build_tiny

            build_tiny(work / "checkpoint")
        (work / "rows.json").write_text(json.dumps(make_rows(work, MINIBATCH * given.updates)))
        found: dict[str, list[dict]] = {name: [] for name in SIDES}
        for run in range(given.runs):
            for name in SIDES:
                found[name].append(side(name, work, given.micro))
                print(f"run {run + 1} {name}: {found[name][-1]['wall']:.1f} rows/s", file=sys.stderr)
        print(f"gradient of the first update: relative difference {difference(work):.1e}")
        for name, runs in found.items():
            print(name, *(f"{key} {spread([run[key] for run in runs])}" for key in ("wall", "processor", "peak", "grown")), sep="; ")
        print("wall, processor: rows a second; peak, grown: MB")


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):.1f} ({min(values):.1f} .. {max(values):.1f})"


if __name__ == "__main__":
    main()
