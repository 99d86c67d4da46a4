"""What can be chosen for a sweep, and what does not go together."""

from dataclasses import replace

import pytest

from mag.choice import check_sites, make_judge, make_policy
from mag.errors import BadInput
from mag.settings import RemoteConf, SitesConf


def test_webarenas_tasks_are_refused_on_other_sites(benchmark):
    other = replace(benchmark, name="webarena")
    for sites in (SitesConf(), SitesConf(kind="compose")):
        with pytest.raises(BadInput, match="want its own sites"):
            check_sites(other, sites)
    check_sites(other, SitesConf(kind="compose", stack="webarena"))
    check_sites(other, SitesConf(kind="remote", remote=[RemoteConf()]))
    check_sites(benchmark, SitesConf())


@pytest.mark.parametrize("policy", ["demo", "imperfect:0.5"])
def test_a_policy_that_plays_demonstrations_needs_some(benchmark, policy):
    assert make_policy(policy, benchmark).name == policy.split(":")[0]
    with pytest.raises(BadInput, match="has no demonstrations"):
        make_policy(policy, replace(benchmark, demonstrations={}))


def test_the_judge_is_local_where_tasks_bring_its_phrasings(benchmark):
    assert make_judge("", benchmark).name == "local-phrases-1"
    assert make_judge("", replace(benchmark, name="webarena")).name.startswith("gpt-5.5/")
    assert make_judge("stub:false", benchmark).stub
    with pytest.raises(BadInput, match="no judge 'oracle'"):
        make_judge("oracle", benchmark)
