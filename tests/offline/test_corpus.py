"""Corpora and completions as files: read from elsewhere, damaged, written by two, cut off."""

import hashlib
import json

import pytest

from mag.errors import BadInput, Corrupt
from mag.offline.completions import journal, read_completions
from mag.offline.corpus import in_view, load_corpus, write_corpus
from mag.records import digest
from tests.offline.steps import PICTURE, gold_step, said, six_steps


def rewrite(folder, change):
    """The corpus's lines changed, with a digest to match: a corpus made elsewhere."""
    lines = [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines() if line]
    change(lines)
    texts = [json.dumps(line) for line in lines]
    (folder / "steps.jsonl").write_text("\n".join(texts) + "\n\n")
    about = json.loads((folder / "corpus.json").read_text())
    (folder / "corpus.json").write_text(
        json.dumps(about | {"digest": digest(sorted(hashlib.sha256(t.encode()).hexdigest() for t in texts))})
    )


def test_a_corpus_comes_back_as_it_was_written(store):
    corpus = store(six_steps()[::-1])
    again = load_corpus(corpus.folder)
    assert again.steps == corpus.steps == six_steps()
    assert again.digest == corpus.digest
    assert again.about["counts"] == {"steps": 6, "tasks": 2, "som": 5, "coord": 5, "obs_stale": 1}
    assert again.image(again.steps[0]) == PICTURE
    assert [path.name for path in (corpus.folder / "images").iterdir()] == [again.steps[0].image_sha256 + ".png"]


def test_steps_a_view_cannot_name():
    left_out = {view: [step.key for step in six_steps() if not in_view(step, view)] for view in ("som", "coord")}
    assert left_out == {"som": [(2, 1)], "coord": [(2, 3)]}


def test_a_corpus_is_not_written_over(store):
    corpus = store(six_steps())
    assert write_corpus(corpus.folder, corpus.steps, {"protocol": corpus.protocol}, lambda step: PICTURE).digest == corpus.digest
    with pytest.raises(BadInput, match="holds another corpus"):
        write_corpus(corpus.folder, corpus.steps[1:], {"protocol": corpus.protocol}, lambda step: PICTURE)


def test_further_keys_are_ignored_and_missing_ones_named(store):
    folder = store(six_steps()).folder

    def further(lines):
        lines[0]["colour"] = "red"
        lines[0]["marks"][0]["xpath"] = "//a"
        lines[0].pop("think")  # has a default

    rewrite(folder, further)
    assert load_corpus(folder).steps == six_steps()
    rewrite(folder, lambda lines: lines[2].pop("title"))
    with pytest.raises(BadInput, match=r"steps\.jsonl:3: title"):
        load_corpus(folder)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: lines.append(lines[0]), "jsonl:7: task 1, step 1 is there twice"),
        (lambda lines: lines[0].update(mark=40), "jsonl:1: mark 40 is not among its marks"),
        (lambda lines: lines[2].update(mark=1), "jsonl:3: finish takes no target"),
        (lambda lines: lines[3].update(box=None), "jsonl:4: it has a point and no box"),
        (lambda lines: lines[0].update(verb="hover"), "jsonl:1: verb"),
    ],
)
def test_steps_that_cannot_be_scored(store, change, problem):
    folder = store(six_steps()).folder
    rewrite(folder, change)
    with pytest.raises(BadInput, match=problem):
        load_corpus(folder)


def test_damage_is_noticed(store, tmp_path):
    corpus = store(six_steps())
    (corpus.folder / corpus.steps[0].image).write_bytes(b"another")
    with pytest.raises(Corrupt, match="not what was stored"):
        corpus.image(corpus.steps[0])
    with pytest.raises(BadInput, match="outside the corpus"):
        corpus.image(gold_step(1, 1, "click", 1, image="../secret.png"))
    (corpus.folder / "steps.jsonl").write_text((corpus.folder / "steps.jsonl").read_text().replace("Reports", "Report"))
    with pytest.raises(Corrupt, match="is not what corpus"):
        load_corpus(corpus.folder)
    with pytest.raises(BadInput, match="is not there"):
        load_corpus(tmp_path / "nothing")


def test_completions_from_elsewhere(tmp_path):
    file = tmp_path / "made.jsonl"
    line = {"task_id": 1, "index": 2, "model": "m", "contract": "J", "grounding": "som", "text": "{}", "temperature": 0}
    file.write_text("\n" + json.dumps(line))
    ((run, found),) = read_completions([file]).items()
    assert (str(run), found[1, 2].text, found[1, 2].protocol) == ("m J som seed 0", "{}", "")
    for broken, problem in (
        (line | {"contract": "K"}, "jsonl:1: 'K' is none of"),
        (line | {"grounding": "xpath"}, "'xpath' is none of som, coord"),
        ({key: value for key, value in line.items() if key != "text"}, "jsonl:1: text"),
    ):
        file.write_text(json.dumps(broken))
        with pytest.raises(BadInput, match=problem):
            read_completions([file])


def test_a_step_twice_in_one_run_is_refused(tmp_path):
    step = six_steps()[0]
    for number, seed in enumerate((0, 1, 0)):
        with journal(tmp_path / f"{number}.jsonl") as (_, append):
            append(said(step, seed=seed))
    assert len(read_completions([tmp_path / "0.jsonl", tmp_path / "1.jsonl"])) == 2
    with pytest.raises(BadInput, match=r"2\.jsonl:1: m J som seed 0 has task 1, step 1 twice"):
        read_completions([tmp_path / "0.jsonl", tmp_path / "2.jsonl"])


@pytest.mark.parametrize("cut", [1, 40])
def test_a_line_cut_off_is_made_again(tmp_path, cut):
    """Cut within the last line, it is dropped; cut at its end, it counts."""
    file = tmp_path / "c.jsonl"
    with journal(file) as (_, append):
        append(said(six_steps()[0]))
        append(said(six_steps()[1]))
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    with journal(file) as (known, append):
        (found,) = known.values()
        assert sorted(found) == ([(1, 1), (1, 2)] if cut == 1 else [(1, 1)])
        if cut != 1:
            append(said(six_steps()[1]))
    assert file.read_bytes() == whole


def test_one_writer_at_a_time(tmp_path):
    with journal(tmp_path / "c.jsonl"), pytest.raises(BadInput, match="being written"), journal(tmp_path / "c.jsonl"):
        pass
