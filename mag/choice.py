"""What a person chooses for a sweep, and the identity of the rows it leads to."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from mag.benchmark.load import SHIPPED, Benchmark, family
from mag.benchmark.webarena import NAME as WEBARENA
from mag.checkers.judge import Judge, PhraseJudge
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS, Grounding
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.harness import SweepSpec
from mag.models.dress import Terms, dress
from mag.policies.base import Policy
from mag.policies.build import make_client, make_model
from mag.policies.demo import DemoPolicy
from mag.policies.follower import FollowedPolicy, WordsFollower
from mag.policies.imperfect import ImperfectPolicy
from mag.policies.model import ModelPolicy
from mag.policies.random import RandomPolicy
from mag.policies.replay import ReplayPolicy
from mag.route import ROUTED, Conditions, Route, read_route
from mag.settings import ModelConf, SitesConf, load_settings

PACKAGE = Path(__file__).parent
STUBS = {"stub:true": True, "stub:false": False}
BUILT_IN = ("demo", "imperfect", "random", "replay", "followed")


@dataclass(frozen=True)
class Choice:
    """What a person chooses for a sweep (params.yaml, flow parameters, command line)."""

    run: str
    name: str = ""
    policy: str = "demo"
    grounding: str = "som"  # som, coord, or routed:<file of `mag route`>
    contract: str = "full"
    samples: int = 1
    seed: int = 0
    judge: str = ""  # "": the local judge where tasks bring its phrasings, else the one of conf/judge.yaml; local, model, stub:true, ...
    budget: float | None = None  # USD that a model may cost, all starts together; None: no limit
    cache: bool = False  # answer equal requests out of the response cache; shows in the policy's identity

    @property
    def folder_name(self) -> str:
        """Name of the evaluation: the one given, else policy and grounding."""
        return self.name or f"{self.policy.split(':')[0]}-{self.grounding.split(':')[0]}"


def code_version() -> str:
    """Digest of the package's sources: which code rolled an episode."""
    hasher = sha256()
    for path in sorted(item for kind in ("*.py", "*.js", "*.txt") for item in PACKAGE.rglob(kind)):
        hasher.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return hasher.hexdigest()[:12]


def make_policy(choice: str, benchmark: Benchmark, terms: Terms | None = None) -> Policy:
    """The policy of this name: demo, imperfect:<share>, random, replay:<folder>, followed:<folder>, or a model of conf/models.yaml.

    A model that is to roll episodes needs `terms`: where its ledger lies, what it may cost.
    """
    settings = load_settings()
    models = settings.models
    check_names(models)
    name, _, argument = choice.partition(":")
    if name in ("demo", "imperfect"):
        if not benchmark.demonstrations:
            raise BadInput(f"{benchmark.name} has no demonstrations; choose another policy than {name}")
        demo = DemoPolicy(benchmark.demonstrations)
        return demo if name == "demo" else ImperfectPolicy.of(argument, demo)
    if name == "random":
        return RandomPolicy()
    if name == "followed" and argument:
        return FollowedPolicy.of(Path(argument), WordsFollower())
    if name == "replay" and argument:
        return ReplayPolicy.of(Path(argument))
    if choice in models:
        conf = models[choice]
        return ModelPolicy(choice, dress(make_client(conf), conf, settings, terms) if terms else make_model(conf), conf)
    ours = "demo, imperfect:0.5, random, replay: or followed:<folder of an evaluation>"
    raise BadInput(f"there is no policy {choice!r}; choose {ours}, or a model of conf/models.yaml: {', '.join(models) or 'it has none'}")


def check_names(models: Mapping[str, ModelConf]) -> None:
    """Raise BadInput for a model that bears the name of a policy, or one that cannot name a folder: it could never be chosen."""
    for name in models:
        if not name or name in BUILT_IN or not all(sign.isalnum() or sign in "._-" for sign in name) or name.startswith("."):
            raise BadInput(f"conf/models.yaml: {name!r} cannot name a model; use letters, digits, dots and dashes, and none of {BUILT_IN}")


def check_sites(benchmark: Benchmark, sites: SitesConf) -> None:
    """Raise BadInput for WebArena's tasks on miniarena's sites: nothing there is what they ask about."""
    if benchmark.name == WEBARENA and "miniarena" in (sites.kind, sites.stack) and sites.kind != "remote":
        raise BadInput("WebArena's tasks want its own sites; in conf/sites.yaml set kind compose and stack webarena, or kind remote")


def make_judge(choice: str, benchmark: Benchmark) -> Judge:
    """The judge of this choice. A model's rulings are deferred: it decides nothing while episodes are rolled (MAG 4.1)."""
    from mag.judge.book import BookJudge, StubJudge
    from mag.judge.model import judge_name

    choice = choice or ("local" if benchmark.name in SHIPPED else "model")
    if choice == "local":
        return PhraseJudge()
    if choice == "model":
        return BookJudge(judge_name(load_settings().judge), {})
    if choice in STUBS:
        return StubJudge(STUBS[choice])
    raise BadInput(f"there is no judge {choice!r}; choose local, model or, for trials, {', '.join(STUBS)}")


def make_grounding(choice: str, conditions: Conditions) -> Grounding | Route:
    """The grounding of this choice, or the route in a file, which must have been chosen under the sweep's conditions."""
    name, _, path = choice.partition(":")
    if name == ROUTED and path:
        route = read_route(Path(path))
        route.refuse_other(conditions)
        return route
    if choice not in GROUNDINGS:
        raise BadInput(f"there is no grounding {choice!r}; choose one of {', '.join(GROUNDINGS)}, or routed:<file of mag route>")
    return GROUNDINGS[choice]


def make_spec(choice: Choice, benchmark: Benchmark, snapshot: str, folder: Path | None = None) -> SweepSpec:
    """The identity of the sweep's rows. `folder`: of the evaluation, where episodes are to be rolled."""
    if choice.contract not in CONTRACTS:
        raise BadInput(f"there is no contract {choice.contract!r}; choose one of {', '.join(CONTRACTS)}")
    for part in (choice.run, choice.folder_name):
        if not part or not all(sign.isalnum() or sign in "._-" for sign in part) or part.startswith("."):
            raise BadInput(f"{part!r} cannot name a folder; use letters, digits, dots, dashes and underscores")
    policy = make_policy(choice.policy, benchmark, Terms(folder, choice.budget, choice.cache) if folder else None)
    conditions = Conditions(family(benchmark.name), policy.name, policy.identity, choice.contract, protocol_digest())
    return SweepSpec(
        run=choice.run,
        name=choice.folder_name,
        policy=policy,
        grounding=make_grounding(choice.grounding, conditions),
        contract=CONTRACTS[choice.contract],
        protocol=conditions.protocol,
        code=code_version(),
        snapshot=snapshot,
        judge=make_judge(choice.judge, benchmark),
        benchmark=benchmark.name,
        seed=choice.seed,
    )
