"""Every frozen number of the protocol: flat literals only, so that dvc.yaml can list each one as a parameter.

A value belongs here when two people with different values could not put their rows into one table. The digest of this module
and of the prompt text (`mag.contract.protocol.protocol_digest`) travels with every episode. Sources: MAG 3.1, 4.1, App. A, C, D, E;
WebMRE 3, App. F. The decisions where the papers are silent are marked "ours".
"""

from typing import Final

# --- action space and budgets (MAG 3.1, 4.1) ---------------------------------------------------------------------
VERBS: Final = ("click", "type", "select", "scroll", "press_enter", "go_back", "finish")
ELEMENT_VERBS: Final = ("click", "type", "select")
SCROLL_DIRECTIONS: Final = ("up", "down")
STEP_BUDGET: Final = 25
MAX_INPUT_TOKENS: Final = 16_000
MAX_OUTPUT_TOKENS: Final = 1_024

# --- observation (MAG 3.1, 4.1, App. A) ----------------------------------------------------------------------------
VIEWPORT_WIDTH: Final = 1440
VIEWPORT_HEIGHT: Final = 900
DEVICE_SCALE_FACTOR: Final = 1
MENU_LINES: Final = 130
MENU_TEXT_CHARS: Final = 80
OBSERVE_ATTEMPTS: Final = 3  # ours: geometry moved between marking and shooting -> shoot again, then flag obs_stale

# --- execution (ours) ----------------------------------------------------------------------------------------------
SCROLL_OVERLAP_PX: Final = 100
SETTLE_CAP_MS: Final = 8_000
SETTLE_QUIET_MS: Final = 60
SETTLE_BUSY_MS: Final = 1_500  # a document that changes all the time is not waited for longer
ACTION_TIMEOUT_MS: Final = 5_000
NAVIGATION_TIMEOUT_MS: Final = 15_000

# --- guide metrics (Eq. 4, 5) ----------------------------------------------------------------------------------------
GGS_GAMMA: Final = 0.4

# --- environment (MAG 4.1) -----------------------------------------------------------------------------------------
ENVIRONMENT_SETS: Final = 6

# --- step diagnostics (MAG App. D, Eq. 9, 10) ------------------------------------------------------------------------
TAU_PX: Final = 120.0
CONTENT_F1_TEXT: Final = 0.9  # type and select
CONTENT_F1_ANSWER: Final = 0.5  # finish
VERB_WEIGHT: Final = 0.5
SUFF_FLOOR: Final = 0.10  # a best match below it names nothing
TIE_MARGIN: Final = 0.10  # the two best this close are a tie
TIE_FACTOR: Final = 0.5
NO_HEAD_SUFF: Final = 0.5  # verbs without an element, head verb not clear

# --- intervals (MAG App. F) ------------------------------------------------------------------------------------------
BOOTSTRAP_RESAMPLES: Final = 10_000
CONFIDENCE: Final = 0.95
BOOTSTRAP_SEED: Final = 42  # ours: the paper fixes a seed without naming it; another one moves a limit of Table A5 by a task at most
