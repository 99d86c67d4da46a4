"""The tiny checkpoint: what its tokenizer promises, and that it loads like any other."""

import dataclasses
import json
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from PIL import Image  # noqa: E402

from mag.benchmark.load import load_benchmark  # noqa: E402
from mag.contract.contracts import CONTRACTS  # noqa: E402
from mag.contract.grounding import GROUNDINGS  # noqa: E402
from mag.contract.prompt import system_text  # noqa: E402
from mag.contract.write import write  # noqa: E402
from mag.local.processor import load_processor  # noqa: E402
from mag.records import Mark  # noqa: E402
from mag.train.tiny import TinyShape, build_tiny, random_model, save_checkpoint  # noqa: E402
from mag.train.tiny_text import constants, demonstrations, labels  # noqa: E402
from mag.train.tiny_tokenizer import VOCABULARY, build_tokenizer  # noqa: E402

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return build_tiny(tmp_path_factory.mktemp("tiny") / "a", seed=5)


@pytest.fixture(scope="module")
def tokenizer(folder):
    return transformers.AutoTokenizer.from_pretrained(folder)


@given(parts=st.lists(st.one_of(TEXT, st.sampled_from([*constants(), *labels()]), st.integers(0, 3000).map(str)), max_size=5))
@settings(max_examples=150, deadline=None)
def test_any_text_comes_back_as_it_was(tokenizer, parts):
    text = "".join(parts)
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    assert tokenizer.decode(ids, clean_up_tokenization_spaces=False) == unicodedata.normalize("NFC", text)


def test_constant_text_costs_a_token_a_stretch(tokenizer):
    for text in (*constants(), *map(str, range(1, 131))):
        assert len(tokenizer(text)["input_ids"]) == 1, text
    for contract in CONTRACTS.values():
        for grounding in GROUNDINGS.values():
            assert len(tokenizer(system_text(grounding, contract))["input_ids"]) <= 8
    mark = Mark(id=117, type="A", name="", text="", role="", box=(0, 0, 0, 0), visible=True, point=(0, 0))
    said = write(CONTRACTS["full"], GROUNDINGS["som"], "click", mark, think="x", guide="y")
    assert len(tokenizer(said)["input_ids"]) == 7  # four stretches of the skeleton, the think, the id, the guide


@pytest.mark.parametrize("name", ["Qahwa Roasters", "Tovi", "Harbour Tools / Quayside", "Save changes", "2025-12-01", "Żółć Café"])
def test_a_name_is_the_same_tokens_in_menu_task_and_guide(tokenizer, name):
    def spelled(before, after):
        ids = tokenizer(before + name + after)["input_ids"]
        return "|".join(tokenizer.convert_ids_to_tokens(ids))

    own = "|".join(tokenizer.convert_ids_to_tokens(tokenizer(name)["input_ids"]))
    for before, after in (("[7] BUTTON ", "\n[8] A Home"), ("Click '", "' in the menu."), ('", "content": "', '", "guide_text": "')):
        assert own in spelled(before, after)
    if name[0].isupper():
        assert own in spelled("Find ", " on the site.")


def test_nothing_of_the_test_part_is_in_the_tokenizer():
    held_out = {task.intent for task in load_benchmark("miniarena").select(part="test")}
    assert held_out and not held_out & {shown["intent"] for shown in demonstrations()}
    assert len(demonstrations()) > 400


def test_it_loads_like_any_checkpoint(folder, tokenizer):
    model = transformers.AutoModelForImageTextToText.from_pretrained(folder)
    assert type(model).__name__ == "Qwen3_5ForConditionalGeneration" and model.dtype == torch.float32
    assert 1e6 < sum(parameter.numel() for parameter in model.parameters()) < 3e6
    assert sum(path.stat().st_size for path in folder.iterdir()) < 10e6
    assert model.generation_config.eos_token_id[0] == tokenizer.convert_tokens_to_ids("<|im_end|>") == tokenizer.eos_token_id
    assert len(tokenizer) <= VOCABULARY == model.config.text_config.vocab_size
    config = json.loads((folder / "config.json").read_text())
    assert config["dtype"] == "float32" and config["architectures"] == ["Qwen3_5ForConditionalGeneration"]
    picture = Image.new("RGB", (1440, 900), "red")
    processor = load_processor(folder)
    messages = [
        {"role": "user", "content": [{"type": "image", "image": picture}, {"type": "text", "text": "Go on."}]},
        {"role": "assistant", "content": [{"type": "text", "text": "Click 'Home'."}]},
    ]
    inputs = processor.apply_chat_template(
        messages, tokenize=True, return_dict=True, return_tensors="pt", return_assistant_tokens_mask=True
    )
    mask = torch.as_tensor(inputs.pop("assistant_masks"))[0].bool()
    assert tokenizer.decode(inputs["input_ids"][0][mask]) == "Click 'Home'.<|im_end|>"
    assert int((inputs["input_ids"] == model.config.image_token_id).sum()) == 6
    assert model(**inputs).logits.shape == (1, inputs["input_ids"].shape[1], VOCABULARY)


def test_pictures_of_a_full_size_checkpoint_are_processed_at_full_size(folder, tmp_path):
    """The image file as the real checkpoints have it."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    file = json.loads((tmp_path / "preprocessor_config.json").read_text())
    file["size"] = {"longest_edge": 16777216, "shortest_edge": 65536}
    (tmp_path / "preprocessor_config.json").write_text(json.dumps(file))
    features = load_processor(tmp_path).image_processor(images=[Image.new("RGB", (1440, 900))], return_tensors="pt")
    assert features["image_grid_thw"].tolist() == [[1, 56, 90]]  # 1,260 visual tokens


def test_the_same_seed_gives_the_same_files(folder, tmp_path):
    again, other = build_tiny(tmp_path / "b", seed=5), build_tiny(tmp_path / "c", seed=6)
    for path in folder.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes()
    assert (other / "model.safetensors").read_bytes() != (folder / "model.safetensors").read_bytes()
    assert (other / "tokenizer.json").read_bytes() == (folder / "tokenizer.json").read_bytes()


def test_other_shapes_build_too(tmp_path):
    tokenizer = build_tokenizer()
    shape = dataclasses.replace(TinyShape(), hidden=64, layers=2, heads=2, kv_heads=1)
    save_checkpoint(tmp_path, random_model(tokenizer, 0, shape), tokenizer)
    model = transformers.AutoModelForImageTextToText.from_pretrained(tmp_path)
    assert len(model.model.language_model.layers) == 2


def test_constants_hold_nothing_of_a_page():
    for text in constants():
        assert not re.search(r"miniarena|Harbour|Quayside", text)
