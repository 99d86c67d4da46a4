"""Tasks and demonstrations of the forum."""

import sqlite3

from mag.miniarena.reddit import tasks_account, tasks_find, tasks_long, tasks_own, tasks_people, tasks_votes, tasks_write
from mag.miniarena.spec import Template

MAKERS = (
    tasks_find.comments_of_top_post,
    tasks_find.first_commenter,
    tasks_find.best_comment,
    tasks_find.oldest_post,
    tasks_find.rule,
    tasks_people.message_date,
    tasks_people.busier_moderator,
    tasks_people.forum_of_user,
    tasks_find.sorted_view,
    tasks_find.poll_leader,
    tasks_write.new_texts,
    tasks_write.new_links,
    tasks_write.replies,
    tasks_write.comment_on_newest,
    tasks_own.edits,
    tasks_own.deletions,
    tasks_own.own_post_deletion,
    tasks_write.crossposts,
    tasks_votes.subscriptions,
    tasks_votes.biggest_forums,
    tasks_votes.upvotes,
    tasks_votes.upvote_all,
    tasks_votes.savings,
    tasks_account.messages,
    tasks_account.biographies,
    tasks_account.preferences,
    tasks_votes.poll_votes,
    tasks_account.blocks,
    tasks_account.reports,
    tasks_long.new_forums,
    tasks_long.opened_forums,
    tasks_long.round_letters,
    tasks_find.picture_time,
    tasks_people.down_voters,
    tasks_write.fitting_forums,
)


def templates(db: sqlite3.Connection) -> list[Template]:
    """The site's intent templates with their instances, computed from the data."""
    return [make(db) for make in MAKERS]
