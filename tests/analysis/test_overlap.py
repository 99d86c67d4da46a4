"""Who solves what."""

from mag.analysis.overlap import overlap_table, pattern_table, routing_table


def test_union_of_the_paper(made, texts):
    """23 and 14 solved, 8 shared: 29 of 174, 16.7 %."""
    table = overlap_table([made.two(8, 15, 6, 174)])
    keys = ("n", "solved_first", "solved_second", "both", "only_first", "only_second", "union", "union_share")
    assert texts(table, *keys) == [("174", "23", "14", "8", "15", "6", "29", "16.7")]


def test_union_of_the_expert_passes(made, texts):
    assert texts(overlap_table([made.two(95, 17, 27, 407)]), "solved_first", "solved_second", "union") == [("112", "122", "139")]


def test_solved_sets_of_all(made, texts):
    table = pattern_table([made.outcomes("a", [1, 1, 0, 0]), made.outcomes("b", [1, 0, 0, 0]), made.outcomes("c", [1, 0, 0, 0])])
    assert texts(table) == [("", "", "", "0", "2", "50.0"), ("x", "x", "x", "3", "1", "25.0"), ("x", "", "", "1", "1", "25.0")]
    assert pattern_table([made.outcomes("a", [True])]) is None


def test_routing_between_groundings(made, texts):
    """SoM solves both map tasks and one of three of reddit, coordinates two of three of reddit and no map task."""
    sites = ["map", "map", "reddit", "reddit", "reddit"]
    som = made.evaluation("s", [made.row(i, bool(own), site=sites[i]) for i, own in enumerate((1, 1, 1, 0, 0))])
    coord = made.evaluation("c", [made.row(i, bool(own), site=sites[i]) for i, own in enumerate((0, 0, 0, 1, 1))], grounding="coord")
    table = routing_table([som, coord])
    # By site: map to SoM, reddit to coordinates: 4 of 5. With the task left out, reddit's SoM success loses its site 0 to 2, and each of
    # coordinates' two successes ties 1 to 1, which SoM wins by having 3 to 1 over all sites.
    assert texts(table, "sr_first", "sr_second", "site", "site_left_out", "union", "headroom") == [
        ("60.0", "40.0", "80.0", "40.0", "100.0", "+40.0")
    ]
    assert routing_table([som, made.outcomes("c", [True] * 5)]) is None
    assert routing_table([som, made.evaluation("c", coord.episodes, grounding="coord", policy="other")]) is None
