"""The whole recipe as a list of units: base, corpus, SFT, expert cache, rounds, evaluations, pass@k, analysis (MAG 4 to 6).

conf      conf/study/NAME.yaml, typed          units     the units of a study in their order, and whether each is done
choose    its tasks, and settings in full      session   sites and engine that consecutive units share
work      what each kind of unit does          analysis  tables and figures over all of it
diary     starts, ends and seconds             run       a unit, or all that is left
display   progress on a terminal               status    done, running, left, and how long that takes

<runs>/<study>/                 study.json (frozen at the first start), study.jsonl (the diary), base/, analysis/
<runs>/<study>-corpus/          demonstrations and gold steps
<runs>/<study>-<grounding>/     sft/, the expert's passes and cache, evaluations of the SFT checkpoint
<runs>/<study>-<grounding>-<arm>-<seed>/    a training run (mag.train.grpo) with its evaluations
"""

from mag.study.conf import Study, load_study
from mag.study.units import Unit, before, units

__all__ = ["Study", "Unit", "before", "load_study", "units"]
