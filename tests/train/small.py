"""A real checkpoint that is built in a second, and episodes on disk to train it on."""

import io
from pathlib import Path
from random import Random

from PIL import Image

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.records import Effect, Episode, Mark, Step, Usage, Verdict, WebTask
from mag.runs import EvalFolder
from mag.train.groups import Trajectory
from mag.train.rows import Renderer

SAID = '{{"think": "t", "action_type": "click", "selected_candidate_id": "{}", "content": null, "guide_text": "Open \'{}\'."}}'


def checkpoint(folder: Path, seed: int = 0) -> Path:
    """Tokens are bytes, the constant stretches of the prompt, and the special ones."""
    from tokenizers import AddedToken, pre_tokenizers
    from transformers import Qwen3_5Tokenizer

    from mag.train.tiny import TinyShape, random_model, save_checkpoint
    from mag.train.tiny_text import constants
    from mag.train.tiny_tokenizer import CHAT_TEMPLATE, END_OF_TEXT, END_OF_TURN, SPECIAL

    tokenizer = Qwen3_5Tokenizer(
        vocab={piece: number for number, piece in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))},
        merges=[],
        unk_token=END_OF_TEXT,
        eos_token=END_OF_TURN,
        pad_token=END_OF_TEXT,
        extra_special_tokens=[text for text in SPECIAL if text not in (END_OF_TEXT, END_OF_TURN)],
    )
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in constants()])
    tokenizer.chat_template = CHAT_TEMPLATE
    shape = TinyShape(hidden=32, layers=2, heads=2, kv_heads=1, head_dim=16, vision_hidden=32)
    save_checkpoint(folder, random_model(tokenizer, seed, shape), tokenizer)
    return folder


def png(colour: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (144, 90), (colour % 256, 80, 120)).save(data, "PNG")
    return data.getvalue()


def episode(
    task: int,
    sample: int,
    outcome: str,
    renderer: Renderer | None = None,
    *,
    steps: int = 2,
    said: tuple[str, ...] = (),
    finished: bool = False,
) -> Episode:
    """An episode of `steps` steps; with a renderer its steps carry the ids of what was said, and of the prompt, as sampled."""
    random = Random(f"{task}/{sample}")
    contract, grounding = CONTRACTS["full"], GROUNDINGS["som"]
    made = []
    for index in range(1, steps + 1):
        name = "Orders" * random.randint(1, 4)
        marks = (Mark(1, "A", name, name, "link", (0, 0, 9, 9), True, (4, 4)),)
        text = said[index - 1] if said else SAID.format(1, name)
        _, action, gate, guide = read(text, marks, "", grounding, contract)
        prompt = f"Task {task}, sample {sample}, step {index}: " + "x" * random.randint(0, 40)
        sampled = {}
        if renderer:
            from mag.contract.prompt import system_text

            ids = renderer.prompt(system_text(grounding, contract), prompt, png(task + index))["input_ids"][0].tolist()
            sampled = {"token_ids": renderer.completion(text), "prompt_digest": renderer.prompt_digest(ids)}
        made.append(
            Step(
                index, "http://a/", "", f"step-{index:02d}.png", marks, (0, 0), 0, (), False, prompt, text, (), gate, action, guide,
                Effect("none"), Usage(), 0.0, **sampled,
            )
        )  # fmt: skip
    verdict = Verdict(outcome == "success", "", ()) if outcome in ("success", "failure") else None
    web_task = WebTask(task, ("gitlab",), "http://a/", "Do it", "Do it", task, {}, {"eval_types": []})
    return Episode(
        f"{task:04d}{sample:08d}", web_task, sample, "p", "som", "full", "x", "x", "x", 1, 1, 0, tuple(made), "", finished, outcome, verdict
    )


def stored(folder: Path, own: Episode, expert: bool = False) -> Trajectory:
    """The same on disk, with its screenshots."""
    images = {step.image: png(own.web_task.task_id + step.index) for step in own.steps}
    return Trajectory(own, EvalFolder(folder).store(own, images), expert)


def in_memory(own: Episode, expert: bool = False) -> Trajectory:
    return Trajectory(own, Path("nowhere"), expert)
