"""Tables of the forum, besides users and sessions."""

SCHEMA = """
CREATE TABLE settings (user_id INTEGER PRIMARY KEY REFERENCES users(id), front TEXT NOT NULL DEFAULT 'subscribed',
                       sort TEXT NOT NULL DEFAULT 'hot', theme TEXT NOT NULL DEFAULT 'light', thumbnails INTEGER NOT NULL DEFAULT 1,
                       mail_replies INTEGER NOT NULL DEFAULT 0, allow_messages INTEGER NOT NULL DEFAULT 1);
CREATE TABLE forums (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, title TEXT NOT NULL, tagline TEXT NOT NULL,
                     about TEXT NOT NULL, created TEXT NOT NULL, moderator_id INTEGER NOT NULL REFERENCES users(id),
                     base_subscribers INTEGER NOT NULL DEFAULT 0);
CREATE TABLE rules (id INTEGER PRIMARY KEY, forum_id INTEGER NOT NULL REFERENCES forums(id), position INTEGER NOT NULL, text TEXT NOT NULL);
CREATE TABLE subscriptions (user_id INTEGER NOT NULL REFERENCES users(id), forum_id INTEGER NOT NULL REFERENCES forums(id),
                            PRIMARY KEY (user_id, forum_id));
CREATE TABLE submissions (id INTEGER PRIMARY KEY, forum_id INTEGER NOT NULL REFERENCES forums(id),
                          user_id INTEGER NOT NULL REFERENCES users(id), kind TEXT NOT NULL, title TEXT NOT NULL,
                          url TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '', created TEXT NOT NULL,
                          edited TEXT NOT NULL DEFAULT '',
                          score INTEGER NOT NULL DEFAULT 1, deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX submissions_forum ON submissions (forum_id);
CREATE TABLE comments (id INTEGER PRIMARY KEY, submission_id INTEGER NOT NULL REFERENCES submissions(id),
                       parent_id INTEGER REFERENCES comments(id), user_id INTEGER NOT NULL REFERENCES users(id), body TEXT NOT NULL,
                       created TEXT NOT NULL, edited TEXT NOT NULL DEFAULT '', score INTEGER NOT NULL DEFAULT 1,
                       deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX comments_submission ON comments (submission_id);
CREATE INDEX comments_user ON comments (user_id);
CREATE TABLE submission_votes (user_id INTEGER NOT NULL REFERENCES users(id), item_id INTEGER NOT NULL REFERENCES submissions(id),
                               value INTEGER NOT NULL, PRIMARY KEY (user_id, item_id));
CREATE TABLE comment_votes (user_id INTEGER NOT NULL REFERENCES users(id), item_id INTEGER NOT NULL REFERENCES comments(id),
                            value INTEGER NOT NULL, PRIMARY KEY (user_id, item_id));
CREATE TABLE saved (user_id INTEGER NOT NULL REFERENCES users(id), submission_id INTEGER NOT NULL REFERENCES submissions(id),
                    PRIMARY KEY (user_id, submission_id));
CREATE TABLE hidden (user_id INTEGER NOT NULL REFERENCES users(id), submission_id INTEGER NOT NULL REFERENCES submissions(id),
                     PRIMARY KEY (user_id, submission_id));
CREATE TABLE blocks (user_id INTEGER NOT NULL REFERENCES users(id), blocked_id INTEGER NOT NULL REFERENCES users(id),
                     PRIMARY KEY (user_id, blocked_id));
CREATE TABLE reports (id INTEGER PRIMARY KEY, submission_id INTEGER NOT NULL REFERENCES submissions(id),
                      user_id INTEGER NOT NULL REFERENCES users(id), reason TEXT NOT NULL, note TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE polls (submission_id INTEGER PRIMARY KEY REFERENCES submissions(id), question TEXT NOT NULL);
CREATE TABLE poll_options (id INTEGER PRIMARY KEY, submission_id INTEGER NOT NULL REFERENCES submissions(id), label TEXT NOT NULL,
                           base_votes INTEGER NOT NULL);
CREATE TABLE poll_votes (user_id INTEGER NOT NULL REFERENCES users(id), submission_id INTEGER NOT NULL REFERENCES submissions(id),
                         option_id INTEGER NOT NULL REFERENCES poll_options(id), PRIMARY KEY (user_id, submission_id));
CREATE TABLE messages (id INTEGER PRIMARY KEY, sender_id INTEGER NOT NULL REFERENCES users(id),
                       recipient_id INTEGER NOT NULL REFERENCES users(id), subject TEXT NOT NULL, body TEXT NOT NULL, created TEXT NOT NULL,
                       seen INTEGER NOT NULL DEFAULT 0);
"""
