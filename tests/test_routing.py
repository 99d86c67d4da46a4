"""Routing between groundings: how a table is chosen, where it is refused, and that the row composed of two evaluations is the one it rolls."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mag.analysis.admit import admit
from mag.analysis.load import Places, load_evaluation
from mag.analysis.overlap import routing_table
from mag.analysis.routed import compose, differing, gain_table, refuse_other_route, route_table
from mag.analysis.router import choose_route
from mag.benchmark.load import Benchmark
from mag.choice import Choice, make_spec
from mag.cli.route import register
from mag.contract.grounding import GROUNDINGS
from mag.contract.write import write
from mag.errors import BadInput
from mag.policies.demo import DemoPolicy
from mag.records import Completion
from mag.report.rows import identity
from mag.report.tables import cell_text
from mag.report.viewer import write_view
from mag.route import Conditions, Route, SiteChoice, read_route, write_route
from mag.runs import EvalFolder, read_json
from mag.sweep import plan_of, roll_sweep, start_folder, units_of
from tests.analysis.conftest import evaluation, row
from tests.scripted import Reports

SAME = {"benchmark": "miniarena", "snapshot": "s"}


def results(name, grounding, by_site, first=0, **plan):
    """An evaluation with one episode a task: 1 and 0 by site, task ids counted on from `first`."""
    flags = [(site, flag) for site, text in by_site.items() for flag in text]
    rows = [row(first + i, flag == "1", site=site) for i, (site, flag) in enumerate(flags)]
    return evaluation(name, rows, grounding=grounding, **{**SAME, **plan})


def split_of(*parts):
    return Benchmark("miniarena", (), {}, {name: tuple(range(start, stop)) for name, start, stop in parts})


VALIDATION = split_of(("train", 100, 200), ("validation", 0, 50), ("test", 50, 100))
SOM = {"gitlab": "11111111" + "00", "map": "0001111111", "reddit": "0000100000", "shopping": "0011", "wikipedia": "00011"}
COORD = {"gitlab": "11111110" + "00", "map": "1111111000", "reddit": "1111100000", "shopping": "1111", "wikipedia": "11000"}


def chosen(som=SOM, coord=COORD, **changes):
    return choose_route([results("s", "som", som, **changes), results("c", "coord", coord, **changes)], VALIDATION, "validation")


def test_sites_get_the_grounding_that_does_enough_better():
    """som solves 8, 7, 1, 2, 2 = 20 of 39, coord 7, 7, 5, 4, 2 = 25: coord is the default, and D = -5/39 is what som gains over all."""
    route = chosen()
    assert route.default == "coord"
    assert {item.site: item.grounding for item in route.sites} == dict.fromkeys(SOM, "coord")
    by_site = {item.site: item for item in route.sites}
    assert by_site["shopping"].reason.startswith("fewer than 5 tasks")  # coord's 4 of 4 say nothing, it is the default anyway
    assert by_site["gitlab"].advantage == pytest.approx((1 - 10 * 5 / 39) / 20)
    assert by_site["reddit"].rates == {"som": 0.1, "coord": 0.5} and by_site["reddit"].n == 10
    assert route.at("gitlab").name == route.at("no such site").name == "coord"


def test_a_gain_must_outweigh_what_all_sites_show():
    """With three more of ten at gitlab for som, D = -2/39 and (3 - 10 * 2/39) / 20 > 0: som there. One more task, or four tasks: not."""
    route = chosen(som={**SOM, "gitlab": "1111111111"})
    assert (route.default, route.at("gitlab").name, route.at("map").name) == ("coord", "som", "coord")
    reversed_order = choose_route(
        [results("c", "coord", COORD), results("s", "som", {**SOM, "gitlab": "1111111111"})], VALIDATION, "validation"
    )
    assert {item.site: item.grounding for item in reversed_order.sites} == {item.site: item.grounding for item in route.sites}
    alike = {"gitlab": "1111100000", "reddit": "0000011111"}
    one = chosen(som=alike, coord={**alike, "gitlab": "1111110000", "reddit": "0000001111"})
    assert (one.default, one.at("gitlab").name) == ("som", "som")  # as many overall: som; one task more is chance
    two = chosen(som=alike, coord={**alike, "gitlab": "1111111000", "reddit": "0000000111"})
    assert (two.default, two.at("gitlab").name, two.at("reddit").name) == ("som", "coord", "som")
    few = chosen(som={"gitlab": "1111111111", "map": "0000"}, coord={"gitlab": "0000111111", "map": "1111"})
    assert few.at("map").name == "som" and few.sites[1].reason.startswith("fewer than 5")
    swamped = chosen(som={"gitlab": "1" * 30, "map": "00000"}, coord={"gitlab": "0" * 30, "map": "11000"})
    assert swamped.at("map").name == "som" and swamped.sites[1].reason.startswith("coord does not solve enough more")


def test_several_samples_count_as_a_share_of_their_task():
    def twice(name, grounding, flags):
        rows = [row(i, flag == "1", sample=k, site="map") for i, pair in enumerate(flags) for k, flag in enumerate(pair)]
        return evaluation(name, rows, grounding=grounding, samples=2, **SAME)

    half, all_of_it = ["10"] * 6, ["11"] * 5 + ["10"]
    route = choose_route([twice("s", "som", half), twice("c", "coord", all_of_it)], VALIDATION, "validation")
    assert route.default == "coord" and route.sites[0].rates == {"som": 0.5, "coord": 5.5 / 6} and route.samples == 2


def test_where_it_comes_from_is_recorded_and_read_back(tmp_path):
    route = chosen()
    write_route(tmp_path / "route.json", route)
    assert read_route(tmp_path / "route.json") == route and read_route(tmp_path / "route.json").digest == route.digest
    written = json.loads((tmp_path / "route.json").read_text())
    assert written["conditions"] == {
        "benchmark": "miniarena", "policy": "p", "identity": "i", "contract": "full", "protocol": "p" * 64,
    }  # fmt: skip
    assert (written["part"], written["seed"], written["tasks"], written["judge"]) == ("validation", 0, list(range(39)), "local-phrases-1")
    assert [(item["grounding"], item["name"], round(item["rate"] * 39)) for item in written["sources"]] == [
        ("som", "s", 20), ("coord", "c", 25),
    ]  # fmt: skip
    other = chosen(coord={**COORD, "map": "1111110001"})
    assert other.sources[1].outcomes != route.sources[1].outcomes and other.digest != route.digest
    assert other.sources[0] == route.sources[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: it | {"schema": 9}, "holds no route; make one"),
        (lambda it: [], "holds no route; make one"),
        (lambda it: {name: value for name, value in it.items() if name != "default"}, "default: Field required"),
        (lambda it: it | {"default": "dom"}, "there is no grounding 'dom'"),
        (lambda it: it | {"sites": it["sites"] * 2}, "a site is in it twice"),
        (lambda it: it | {"sites": [{"site": "map"}]}, "sites.0.grounding: Field required"),
    ],
)
def test_a_file_that_is_no_route_is_refused(tmp_path, change, message):
    path = tmp_path / "route.json"
    write_route(path, chosen())
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    with pytest.raises(BadInput, match=message) as caught:
        read_route(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda s, c: [s, s], "one evaluation under som and one under coord are wanted, not s .som., s .som."),
        (lambda s, c: [s, c, c], "are wanted"),
        (lambda s, c: [s, results("r", "routed", COORD)], "are wanted"),
        (lambda s, c: [s, results("c", "coord", COORD, identity="j")], "s and c differ in identity;"),
        (lambda s, c: [s, results("c", "coord", COORD, policy="q", seed=1, samples=2)], "differ in policy, seed, samples;"),
        (lambda s, c: [s, results("c", "coord", COORD, protocol="q", contract="A")], "differ in contract, protocol;"),
        (lambda s, c: [s, results("c", "coord", COORD, first=1)], "differ in tasks;"),
        (lambda s, c: [s, replace(c, episodes=c.episodes[1:])], "c is incomplete, 1 episodes have no verdict"),
        (
            lambda s, c: [results("s", "som", SOM, judge="stub-true"), results("c", "coord", COORD, judge="stub-true")],
            "stand-in .stub-true",
        ),
        (lambda s, c: [results(*args, first=12) for args in (("s", "som", SOM), ("c", "coord", COORD))], "s has 1 test tasks, 50 among"),
        (lambda s, c: [results(*args, first=100) for args in (("s", "som", SOM), ("c", "coord", COORD))], "39 tasks that are not in valid"),
    ],
)
def test_what_must_not_choose_a_route_is_refused(make, message):
    with pytest.raises(BadInput, match=message):
        choose_route(make(results("s", "som", SOM), results("c", "coord", COORD)), VALIDATION, "validation")


def test_the_test_part_and_a_split_without_one_are_refused():
    two = [results("s", "som", SOM), results("c", "coord", COORD)]
    with pytest.raises(BadInput, match="test tasks must not choose it"):
        choose_route(two, VALIDATION, "test")
    with pytest.raises(BadInput, match="has no test part to keep away from"):
        choose_route(two, split_of(("train", 0, 50)), "train")
    with pytest.raises(BadInput, match="there is no part 'validation' of miniarena; the split has train, test"):
        choose_route(two, split_of(("train", 0, 50), ("test", 50, 60)), "validation")
    assert choose_route(two, split_of(("train", 0, 50), ("test", 50, 60)), "train").part == "train"


def texts(table, *keys):
    places = [[column.key for column in table.columns].index(key) for key in keys]
    return [tuple(cell_text(own[i], table.columns[i].kind) for i in places) for own in table.rows]


def test_the_composed_row_beside_both_and_the_best_of_both():
    """Ten test tasks: gitlab goes to som (5 of 5 there), map to coord (4 of 5): 9, where som has 6, coord 6, and both together 10."""
    route = chosen(som={**SOM, "gitlab": "1111111111"})
    two = [
        results("s", "som", {"gitlab": "11111", "map": "00001"}, first=60),
        results("c", "coord", {"gitlab": "00110", "map": "11110"}, first=60),
    ]
    routed = compose(route, two)
    assert (routed.grounding, routed.missing, [own.success for own in routed.decided]) == ("routed", 0, [True] * 9 + [False])
    table = gain_table(two, [routed], 1)
    assert texts(table, "system", "solved", "sr", "delta_som", "delta_coord") == [
        ("s", "6.0", "60.0", "0.0", "0.0"),
        ("c", "6.0", "60.0", "0.0", "0.0"),
        ("routed (composed)", "9.0", "90.0", "+30.0", "+30.0"),
        ("best by task (oracle)", "10.0", "100.0", "+40.0", "+40.0"),
    ]
    limits = table.column("ci_som")[2]
    assert (limits.low, limits.high) == (pytest.approx(-10), pytest.approx(70))  # of ten tasks four only the route solves, one only som
    assert texts(route_table(route, two), "site", "grounding", "sr_som", "sr_coord")[0] == ("gitlab", "som", "100.0", "40.0")
    assert compose(route, two[::-1]).decided == routed.decided


def test_a_route_is_not_scored_where_it_was_chosen_or_on_others_rows():
    route = chosen()
    with pytest.raises(BadInput, match="the route was chosen on 39 of these tasks, 0 among them; give evaluations of test tasks"):
        compose(route, [results("s", "som", SOM), results("c", "coord", COORD)])
    other = [results("s", "som", SOM, first=50, identity="j"), results("c", "coord", COORD, first=50, identity="j")]
    with pytest.raises(BadInput, match=r"the route was chosen for identity i \(here j\); choose one for this sweep"):
        compose(route, other)
    for name in ("miniarena", "miniarena-wide"):  # one and the same sites and ids
        fine = [results("s", "som", SOM, first=50, benchmark=name), results("c", "coord", COORD, first=50, benchmark=name)]
        assert compose(route, fine).grounding == "routed"
    with pytest.raises(BadInput, match="s was not rolled by this route"):
        refuse_other_route(route, fine[0], compose(route, fine))
    with pytest.raises(BadInput, match="r was not rolled by this route"):
        refuse_other_route(route, results("r", "routed", SOM, first=50, route={"digest": "x"}), compose(route, fine))


class Lopsided(DemoPolicy):
    """Plays the demonstration, but under som gives up on the map and under coord everywhere else: the same at every try."""

    name = "lopsided"

    def agent(self, spec):
        return super().agent(spec) if (spec.web_task.site == "map") == (spec.grounding.name == "coord") else GivesUp(spec)


class GivesUp:
    def __init__(self, spec):
        self.spec = spec

    async def act(self, turn):
        return Completion(write(self.spec.contract, self.spec.grounding, "finish", content="nothing", guide="Stop here."))


def handmade(spec, **sites):
    conditions = Conditions(spec.benchmark, spec.policy.name, spec.policy.identity, spec.contract.name, spec.protocol)
    choices = tuple(SiteChoice(site, grounding, 9, {"som": 0.0, "coord": 0.0}, 0.0, "a test") for site, grounding in sites.items())
    return Route("som", choices, conditions, "local-phrases-1", "s", 0, 1, "validation", (7,), {}, ())


@pytest.fixture(scope="module")
async def rolled(benchmark, lane, environment, tmp_path_factory):
    """som, coord and routed evaluations of two short tasks, really rolled; the route sends the map to coord."""
    quick = sorted(benchmark.select(part="train"), key=lambda item: len(benchmark.demonstrations[item.task_id].steps))
    answers = [item for item in quick if item.eval["eval_types"] == ["string_match"]]
    tasks = [next(item for item in answers if item.sites == (site,)) for site in ("map", "wikipedia")]
    policy = Lopsided(benchmark.demonstrations)
    folders, home = {}, tmp_path_factory.mktemp("routing")
    for grounding in ("som", "coord", "routed"):
        spec = replace(make_spec(Choice("r", name=grounding), benchmark, environment.snapshot), policy=policy)
        spec = replace(spec, grounding=handmade(spec, map="coord") if grounding == "routed" else GROUNDINGS[grounding])
        folder = EvalFolder(home / "runs" / "r" / "evals" / grounding)
        start_folder(folder, spec, tasks, 1, [environment])
        assert await roll_sweep(spec, folder, units_of(tasks, 1), [environment], Reports()) == 0
        folders[grounding] = folder
    return spec, tasks, folders


async def test_the_composed_row_is_the_one_that_is_rolled(rolled, benchmark):
    spec, tasks, folders = rolled
    places = Places.of(benchmark)
    found = {name: load_evaluation(folder.path, places) for name, folder in folders.items()}
    assert {name: sum(own.success for own in item.decided) for name, item in found.items()} == {"som": 1, "coord": 1, "routed": 2}
    assert [item.marks for item in admit(list(found.values()))] == [(), (), ()]
    assert len(routing_table(list(found.values())).rows) == 1  # of the two groundings; what was routed is neither
    composed = compose(spec.grounding, [found["som"], found["coord"]])
    refuse_other_route(spec.grounding, found["routed"], composed)
    assert differing(found["routed"], composed) == []
    alike = ("task_id", "site", "success", "guide", "outcome", "strict")
    traces = [[[*(getattr(own, name) for name in alike), [step.verb for step in own.steps]] for own in item.decided] for item in (found["routed"], composed)]  # fmt: skip
    assert traces[0] == traces[1]
    episodes = {episode.web_task.site: episode for episode in folders["routed"].load()}
    assert {site: episode.grounding for site, episode in episodes.items()} == {"map": "coord", "wikipedia": "som"}
    plan = read_json(folders["routed"].path / "plan.json")
    assert (plan["grounding"], plan["route"]["digest"], plan["route"]["sites"]) == ("routed", spec.grounding.digest, {"map": "coord"})
    page = write_view(folders["routed"].path, benchmark.references()).read_text()
    assert "routed: coord, som" in page and "mixed" not in page.split("routed: coord, som")[0][-80:]
    assert identity((), plan)["grounding"] == ["routed"]
    # Another table in the same folder is another evaluation, and a table is never rolled on its own tasks.
    other = replace(spec, grounding=handmade(spec, map="som"))
    with pytest.raises(BadInput, match="was started with another route"):
        folders["routed"].freeze_plan(plan_of(other, tasks, 1))
    assert [spec.key(item, 0) == other.key(item, 0) for item in tasks] == [False, True]
    with pytest.raises(BadInput, match="the route was chosen on 1 of these tasks"):
        start_folder(EvalFolder(Path("none")), replace(spec, grounding=replace(spec.grounding, tasks=(tasks[0].task_id,))), tasks, 1, [])


async def test_the_commands_choose_a_route_and_lay_it_beside_what_it_is_made_of(rolled, tmp_path):
    spec, tasks, folders = rolled
    app = typer.Typer()
    register(app)

    def mag(*words):
        done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    som, coord, routed = (folders[name].path for name in ("som", "coord", "routed"))
    with pytest.raises(BadInput, match="there is no part 'validation' of miniarena; the split has train, test, pool"):
        mag("route", som, coord, "-o", tmp_path / "route.json")
    printed = mag("route", som, coord, "-o", tmp_path / "route.json", "--part", "train")
    route = read_route(tmp_path / "route.json")
    assert (route.default, route.tasks, route.conditions.policy) == ("som", tuple(sorted(item.task_id for item in tasks)), "lopsided")
    assert printed.count("fewer than 5 tasks") == 2
    with pytest.raises(BadInput, match="the route was chosen on 2 of these tasks"):
        mag("routed", tmp_path / "route.json", som, coord)
    write_route(tmp_path / "made.json", spec.grounding)
    printed = mag("routed", tmp_path / "made.json", som, coord, "--rolled", routed, "--out", tmp_path / "tables")
    assert "routed and the composed row differ on 0 of 2 tasks" in printed
    assert re.search(r"routed \(composed\) +2.0 +100.0", printed) and re.search(r"best by task \(oracle\) +2.0 +100.0", printed)
    assert {path.name for path in (tmp_path / "tables").glob("*.csv")} == {"routed.csv", "route.csv", "main.csv"}


def test_a_sweep_takes_a_route_only_under_its_own_conditions(benchmark, tmp_path):
    spec = make_spec(Choice("r"), benchmark, "s")
    path = tmp_path / "route.json"
    write_route(path, handmade(spec, map="coord"))
    routed = make_spec(Choice("r", grounding=f"routed:{path}"), benchmark, "s")
    assert (routed.name, routed.grounding.name, routed.grounding_of(benchmark.select(["map"])[0]).name) == (
        "demo-routed",
        "routed",
        "coord",
    )
    with pytest.raises(BadInput, match=r"the route was chosen for policy demo \(here random\)"):
        make_spec(Choice("r", policy="random", grounding=f"routed:{path}"), benchmark, "s")
    with pytest.raises(BadInput, match=r"chosen for contract full \(here A\)"):
        make_spec(Choice("r", contract="A", grounding=f"routed:{path}"), benchmark, "s")
    for wrong in ("routed", "routed:", "dom"):
        with pytest.raises(BadInput, match=r"there is no grounding .* choose one of som, coord, or routed:"):
            make_spec(Choice("r", grounding=wrong), benchmark, "s")
    with pytest.raises(BadInput, match="is not there"):
        make_spec(Choice("r", grounding=f"routed:{tmp_path / 'none.json'}"), benchmark, "s")
