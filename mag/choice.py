"""What a person chooses for a sweep, and the identity of the rows it leads to."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from mag.benchmark.load import OURS, Benchmark
from mag.benchmark.webarena import NAME as WEBARENA
from mag.checkers.judge import Judge, PhraseJudge
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.harness import SweepSpec
from mag.policies.base import Policy
from mag.policies.demo import DemoPolicy
from mag.policies.follower import FollowedPolicy, WordsFollower
from mag.policies.imperfect import ImperfectPolicy
from mag.policies.random import RandomPolicy
from mag.policies.replay import ReplayPolicy
from mag.settings import SitesConf, load_settings

PACKAGE = Path(__file__).parent
STUBS = {"stub:true": True, "stub:false": False}


@dataclass(frozen=True)
class Choice:
    """What a person chooses for a sweep (params.yaml, flow parameters, command line)."""

    run: str
    name: str = ""
    policy: str = "demo"
    grounding: str = "som"
    contract: str = "full"
    samples: int = 1
    seed: int = 0
    judge: str = ""  # "": the local judge where tasks bring its phrasings, else the one of conf/judge.yaml; local, model, stub:true, ...

    @property
    def folder_name(self) -> str:
        """Name of the evaluation: the one given, else policy and grounding."""
        return self.name or f"{self.policy.split(':')[0]}-{self.grounding}"


def code_version() -> str:
    """Digest of the package's sources: which code rolled an episode."""
    hasher = sha256()
    for path in sorted(item for kind in ("*.py", "*.js", "*.txt") for item in PACKAGE.rglob(kind)):
        hasher.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return hasher.hexdigest()[:12]


def make_policy(choice: str, benchmark: Benchmark) -> Policy:
    """The policy of this name: demo, imperfect:<share>, random, replay:<folder>, followed:<folder>."""
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
    raise BadInput(f"there is no policy {choice!r}; choose demo, imperfect:0.5, random, replay: or followed:<folder of an evaluation>")


def check_sites(benchmark: Benchmark, sites: SitesConf) -> None:
    """Raise BadInput for WebArena's tasks on miniarena's sites: nothing there is what they ask about."""
    if benchmark.name == WEBARENA and "miniarena" in (sites.kind, sites.stack) and sites.kind != "remote":
        raise BadInput("WebArena's tasks want its own sites; in conf/sites.yaml set kind compose and stack webarena, or kind remote")


def make_judge(choice: str, benchmark: Benchmark) -> Judge:
    """The judge of this choice. A model's rulings are deferred: it decides nothing while episodes are rolled (MAG 4.1)."""
    from mag.judge.book import BookJudge, StubJudge
    from mag.judge.model import judge_name

    choice = choice or ("local" if benchmark.name == OURS else "model")
    if choice == "local":
        return PhraseJudge()
    if choice == "model":
        return BookJudge(judge_name(load_settings().judge), {})
    if choice in STUBS:
        return StubJudge(STUBS[choice])
    raise BadInput(f"there is no judge {choice!r}; choose local, model or, for trials, {', '.join(STUBS)}")


def make_spec(choice: Choice, benchmark: Benchmark, snapshot: str) -> SweepSpec:
    """The identity of the sweep's rows."""
    for kind, value, known in (("grounding", choice.grounding, GROUNDINGS), ("contract", choice.contract, CONTRACTS)):
        if value not in known:
            raise BadInput(f"there is no {kind} {value!r}; choose one of {', '.join(known)}")
    for part in (choice.run, choice.folder_name):
        if not part or not all(sign.isalnum() or sign in "._-" for sign in part) or part.startswith("."):
            raise BadInput(f"{part!r} cannot name a folder; use letters, digits, dots, dashes and underscores")
    return SweepSpec(
        run=choice.run,
        name=choice.folder_name,
        policy=make_policy(choice.policy, benchmark),
        grounding=GROUNDINGS[choice.grounding],
        contract=CONTRACTS[choice.contract],
        protocol=protocol_digest(),
        code=code_version(),
        snapshot=snapshot,
        judge=make_judge(choice.judge, benchmark),
        benchmark=benchmark.name,
        seed=choice.seed,
    )
