"""mag: web agents that do a task and teach it.

The map of the package (imports run one way, top to bottom):
constants, errors -> records -> contract -> web, checkers, policies -> harness; sites and benchmark supply where and what;
runs stores, metrics scores, report shows; miniarena is six small web sites to do it all on. No prefect, mlflow or dvc in here.
"""
