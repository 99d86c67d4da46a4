"""Tables of the map site. Positions are metres east (x) and north (y) of the region's south-west corner."""

SCHEMA = """
CREATE TABLE nodes (id INTEGER PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL);
CREATE TABLE edges (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES nodes, b INTEGER NOT NULL REFERENCES nodes,
                    name TEXT NOT NULL, kind TEXT NOT NULL, length REAL NOT NULL, car REAL NOT NULL, bicycle REAL NOT NULL,
                    foot REAL NOT NULL, oneway INTEGER NOT NULL DEFAULT 0, bend_x REAL, bend_y REAL,
                    town TEXT NOT NULL DEFAULT '', district TEXT NOT NULL DEFAULT '');
CREATE TABLE shapes (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, width REAL NOT NULL DEFAULT 0, points TEXT NOT NULL);
CREATE TABLE categories (slug TEXT PRIMARY KEY, label TEXT NOT NULL, plural TEXT NOT NULL, colour TEXT NOT NULL, rank INTEGER NOT NULL,
                         words TEXT NOT NULL, tag TEXT NOT NULL);
CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL REFERENCES categories, label TEXT UNIQUE NOT NULL,
                     address TEXT NOT NULL, street TEXT NOT NULL, district TEXT NOT NULL, town TEXT NOT NULL, postcode TEXT NOT NULL,
                     x REAL NOT NULL, y REAL NOT NULL, phone TEXT NOT NULL, website TEXT NOT NULL, hours TEXT NOT NULL,
                     wheelchair TEXT NOT NULL, description TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 1);
CREATE TABLE place_tags (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES places, key TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE lists (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL,
                    description TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE saved_places (id INTEGER PRIMARY KEY AUTOINCREMENT, list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
                           place_id INTEGER NOT NULL REFERENCES places, remark TEXT NOT NULL, created TEXT NOT NULL,
                           UNIQUE (list_id, place_id));
CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, place_id INTEGER NOT NULL REFERENCES places, user_id INTEGER REFERENCES users,
                    body TEXT NOT NULL, status TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL,
                    x REAL NOT NULL, y REAL NOT NULL);
CREATE TABLE note_comments (id INTEGER PRIMARY KEY AUTOINCREMENT, note_id INTEGER NOT NULL REFERENCES notes,
                            user_id INTEGER NOT NULL REFERENCES users, action TEXT NOT NULL, body TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE changesets (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users, comment TEXT NOT NULL,
                         editor TEXT NOT NULL, town TEXT NOT NULL, created TEXT NOT NULL, review INTEGER NOT NULL DEFAULT 0);
CREATE TABLE changes (id INTEGER PRIMARY KEY AUTOINCREMENT, changeset_id INTEGER NOT NULL REFERENCES changesets,
                      place_id INTEGER NOT NULL REFERENCES places, version INTEGER NOT NULL, action TEXT NOT NULL,
                      key TEXT NOT NULL, old TEXT NOT NULL, new TEXT NOT NULL);
CREATE TABLE settings (user_id INTEGER PRIMARY KEY REFERENCES users, home TEXT NOT NULL, engine TEXT NOT NULL, layer TEXT NOT NULL,
                       mail_comments INTEGER NOT NULL);
CREATE INDEX edges_town ON edges (town);
CREATE INDEX changes_place ON changes (place_id);
CREATE INDEX changes_changeset ON changes (changeset_id);
CREATE INDEX tags_place ON place_tags (place_id);
"""
