"""MLflow: a projection of run folders, which can be redone at will. The only importer of mlflow.

store    runs that are found again      sweep   an evaluation    study   a parent run, a child for each training, round, evaluation
numbers  what a study's files say       models  the registry     traces  failed episodes with their screenshots
"""

from tasks.tracking.study import log_study
from tasks.tracking.sweep import log_sweep

__all__ = ["log_study", "log_sweep"]
