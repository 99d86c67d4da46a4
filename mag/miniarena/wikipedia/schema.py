"""Tables of the encyclopedia."""

SCHEMA = """
CREATE TABLE articles (id INTEGER PRIMARY KEY, slug TEXT UNIQUE NOT NULL, title TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
                       lead TEXT NOT NULL, edited TEXT NOT NULL DEFAULT '');
CREATE TABLE sections (id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES articles(id), position INTEGER NOT NULL,
                       heading TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX sections_article ON sections (article_id);
CREATE TABLE facts (id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES articles(id), label TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX facts_article ON facts (article_id);
CREATE TABLE sources (id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES articles(id), number INTEGER NOT NULL,
                      text TEXT NOT NULL);
CREATE INDEX sources_article ON sources (article_id);
CREATE TABLE related (article_id INTEGER NOT NULL REFERENCES articles(id), target_id INTEGER NOT NULL REFERENCES articles(id),
                      PRIMARY KEY (article_id, target_id));
CREATE TABLE categories (id INTEGER PRIMARY KEY, slug TEXT UNIQUE NOT NULL, name TEXT UNIQUE NOT NULL);
CREATE TABLE membership (category_id INTEGER NOT NULL REFERENCES categories(id), article_id INTEGER NOT NULL REFERENCES articles(id),
                         PRIMARY KEY (category_id, article_id));
CREATE TABLE revisions (id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES articles(id), created TEXT NOT NULL,
                        editor TEXT NOT NULL, summary TEXT NOT NULL, size INTEGER NOT NULL);
CREATE INDEX revisions_article ON revisions (article_id);
CREATE TABLE translations (article_id INTEGER NOT NULL REFERENCES articles(id), language TEXT NOT NULL, title TEXT NOT NULL,
                           text TEXT NOT NULL, PRIMARY KEY (article_id, language));
CREATE TABLE places (article_id INTEGER PRIMARY KEY REFERENCES articles(id), x INTEGER NOT NULL, y INTEGER NOT NULL);
"""
