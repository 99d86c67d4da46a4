"""What a rating folder adds up to, written beside its ratings."""

from dataclasses import asdict

from mag.follow.panel import Labels, agreement, groups, table
from mag.follow.rating import RatingQueue
from mag.runs import write_atomic, write_json


def labels_of(queue: RatingQueue) -> tuple[list[str], Labels]:
    """The raters, and for each question their words in that order; None where one has not rated it or was undecided."""
    raters = queue.ratings.raters()
    own = [queue.ratings.of(rater) for rater in raters]
    clear = [{key: rating.rating for key, rating in ratings.items() if rating.rating != "undecided"} for ratings in own]
    return raters, {key: [ratings.get(key) for ratings in clear] for key in queue.questions()}


def write_panel(queue: RatingQueue) -> str:
    """usefulness.json and table.txt in the queue's folder; gives the table. Raises BadInput when nobody has rated anything."""
    raters, labels = labels_of(queue)
    asked = sorted(queue.items(), key=lambda row: (row.source, row.task_id, row.sample, row.index))
    agreed, found = agreement(labels), groups(asked, labels)
    text = table(found, agreed, raters, labels)
    about = {"raters": raters, "agreement": asdict(agreed), "groups": [asdict(group) for group in found]}
    write_json(queue.folder / "usefulness.json", about)
    write_atomic(queue.folder / "table.txt", text.encode())
    return text
