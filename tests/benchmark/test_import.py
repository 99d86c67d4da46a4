"""Importing task files: WebArena's own, files of other people, and what is odd in them."""

import json

import pytest

from mag.benchmark.load import import_tasks, load_benchmark, read_task_file, read_tasks
from mag.benchmark.webarena import fetch
from mag.errors import BadInput
from tests.webarena_file import webarena_file


def test_webarena_is_imported_byte_for_byte(mag, tmp_path):
    printed = mag("tasks", "import", "webarena", "--from", webarena_file())
    assert (tmp_path / "home" / "webarena" / "tasks.json").read_bytes() == webarena_file().read_bytes()
    assert printed.splitlines() == [
        "tasks 118, 356, 369, 370, 371, 372, 373: reference_url is null, read as none",
        "tasks 431, 432, 433, 434, 435: several pages to start on, opened as tabs in the order given",
        "tasks 671, 672, 673, 674, 675: sites with accounts are shopping and reddit, storage_state names reddit; "
        "the sites decide who is logged in",
        "task 723: the key string_note stands outside the schema and is not read",
        "tasks 759, 760: sites with accounts are shopping_admin, storage_state names none; the sites decide who is logged in",
        f"812 tasks are in {tmp_path / 'home' / 'webarena'}; `mag tasks list --benchmark webarena` shows them",
    ]
    listed = mag("tasks", "list", "--benchmark", "webarena", "--site", "wikipedia").splitlines()
    assert len(listed) == 16 and listed[0].split()[2] == "-"
    assert '"multi_tab": true' in mag("tasks", "show", 431, "--benchmark", "webarena")


def test_another_file_is_not_taken_for_webarena(task_file, row, tmp_path):
    with pytest.raises(BadInput, match="is not WebArena's task file"):
        import_tasks("webarena", task_file([row()]), tmp_path / "home")
    assert not (tmp_path / "home").exists()


def test_a_failed_download_says_what_to_do(monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(BadInput, match=r"could not be downloaded .* give it with `mag tasks import webarena --from PATH`"):
        fetch()


def test_a_file_of_ones_own(mag, task_file, row):
    rows = [row(0, old_task_id=81), row(1, old_task_id=349, eval={"reference_answers": {"must_include": "yjlou"}})]
    printed = mag("tasks", "import", task_file(rows), "--name", "mine")
    assert printed.splitlines()[0] == "task 1 (WebArena's 349): must_include is a string where a list belongs; read as a list of one"
    found = load_benchmark("mine")
    assert found.task(1).eval["reference_answers"] == {"must_include": ["yjlou"]}
    assert found.origin == {0: 81, 1: 349} and found.demonstrations == {} and found.split == {} and found.part_of(0) == ""
    assert [web_task.task_id for web_task in found.select()] == [0, 1]
    assert "revises WebArena's task 349" in mag("tasks", "show", 1, "--benchmark", "mine")
    with pytest.raises(BadInput, match="it has no split; make one with `mag tasks split`"):
        mag("tasks", "list", "--benchmark", "mine", "--part", "test")
    mag("tasks", "import", task_file(rows[:1]), "--name", "mine")
    assert len(load_benchmark("mine").tasks) == 1


def test_conf_names_the_benchmark(mag, task_file, row, tmp_path):
    mag("tasks", "import", task_file([row(number, intent_template_id=number % 2) for number in range(10)]), "--name", "mine")
    out = tmp_path / "split.json"
    mag("tasks", "split", "--benchmark", "mine", "--test", "0.3", "--out", out)
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "benchmark.yaml").write_text(f"name: mine\nsplit: {out}\n")
    assert len(mag("tasks", "list", "--part", "test").splitlines()) == 3
    assert load_benchmark("miniarena").name == "miniarena"  # which the split of another benchmark does not touch


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        ({"string_note": "x"}, "task 7: the key string_note stands outside the schema and is not read"),
        ({"sites": "gitlab"}, "task 7: sites is a string where a list belongs; read as a list of one"),
        (
            {"eval": {"reference_answers": {"fuzzy_match": "a day"}}},
            "task 7: fuzzy_match is a string where a list belongs; read as a list of one",
        ),
        ({"eval": {"reference_url": None}}, "task 7: reference_url is null, read as none"),
        ({"eval": {"eval_types": ["url_match"]}}, "task 7: url_match has no reference_url to compare with"),
        ({"eval": {"reference_answers": None}}, "task 7: string_match has no reference answer to compare with"),
        ({"eval": {"eval_types": ["smell"]}}, "task 7: the evaluation 'smell' is not known, so they cannot be checked"),
        ({"start_url": "__GITLAB__/a |AND| __GITLAB__/b"}, "task 7: several pages to start on, opened as tabs in the order given"),
        ({"require_login": False}, "task 7: sites with accounts are none, storage_state names gitlab; the sites decide who is logged in"),
    ],
)
def test_what_is_odd_is_read_and_said(change, remark, task_file, row):
    file = read_task_file(task_file([row(**change), row(8)]))
    assert file.remarks == (remark,)
    assert [web_task.sites for web_task in file.tasks] == [("gitlab",), ("gitlab",)]


def test_what_is_usual_needs_no_remark(task_file, row):
    unachievable = row(9, eval={"reference_answers": {"fuzzy_match": "N/A"}})
    noted = row(10, eval={"url_note": "GOLD in PRED"}, instantiation_dict={"n": 1, "names": ["a"], "s": "b"})
    anonymous = row(11, sites=["map", "wikipedia"], storage_state=None)
    sparse = {key: value for key, value in row(12).items() if key not in ("geolocation", "require_reset")}
    del sparse["eval"]["program_html"], sparse["eval"]["reference_url"]
    sparse["eval"]["reference_url"] = ""
    file = read_task_file(task_file([unachievable, noted, anonymous, sparse]))
    assert file.remarks == () and file.origin == {}
    assert file.tasks[0].eval["reference_answers"] == {"fuzzy_match": "N/A"}
    assert file.tasks[3].eval["program_html"] == []


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({}, "a list of tasks is wanted, this is an object"),
        ([], "a list of tasks is wanted, this is an empty list"),
        ([{"intent": "x"}], r"entry 0 \(counted from 0\) has no number as its task_id"),
        ([3], "entry 0"),
    ],
)
def test_what_is_no_task_file_is_refused(rows, message, task_file):
    with pytest.raises(BadInput, match=message):
        read_tasks(task_file(rows))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intent": None}, "task 7: intent: Input should be a valid string"),
        ({"sites": []}, "task 7 has no site"),
        ({"eval": {"eval_types": "string_match"}}, "task 7: eval needs eval_types"),
        ({"eval": {"reference_answers": "3"}}, "task 7: reference_answers is a text"),
        ({"eval": {"program_html": [{"url": "last"}]}}, "task 7: every entry of program_html needs url, locator and required_contents"),
    ],
)
def test_what_is_unusable_is_named_with_its_task(change, message, task_file, row):
    with pytest.raises(BadInput, match=message):
        read_tasks(task_file([row(6), row(**change)]))


def test_ids_are_unique(task_file, row):
    with pytest.raises(BadInput, match="several tasks with the same task_id: 7;"):
        read_tasks(task_file([row(7), row(8), row(7)]))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["PATH"], "give `webarena"),
        (["PATH", "--name", "webarena"], "give `webarena"),
        (["PATH", "--name", "miniarena"], "cannot name an import"),
        (["PATH", "--name", "../up"], "cannot name an import"),
        (["nowhere.json", "--name", "mine"], "nowhere.json cannot be read"),
        (["PATH", "--name", "kept"], "is there and is no imported benchmark"),
    ],
)
def test_a_wrong_import_is_explained(words, message, mag, task_file, row, tmp_path):
    (tmp_path / "home" / "kept").mkdir(parents=True)
    path = task_file([row()])
    with pytest.raises(BadInput, match=message):
        mag("tasks", "import", *(path if word == "PATH" else word for word in words))


def test_a_benchmark_that_is_not_here_is_explained(mag):
    with pytest.raises(BadInput, match="there is no benchmark 'webarena' here; bring it in with `mag tasks import webarena`"):
        mag("tasks", "list", "--benchmark", "webarena")


def test_demonstrations_beside_an_import_are_read(mag, task_file, row, tmp_path):
    mag("tasks", "import", task_file([row(7), row(8)]), "--name", "mine")
    demo = [{"task_id": 7, "steps": [{"verb": "finish", "content": "3", "guide": "Answer with 3."}]}]
    (tmp_path / "home" / "mine" / "demonstrations.json").write_text(json.dumps(demo))
    assert load_benchmark("mine").references() == {7: "Answer with 3."}
    assert mag("tasks", "list", "--benchmark", "mine").splitlines()[0].split()[:3] == ["7", "gitlab", "1"]
