"""Tables of the code hosting site."""

SCHEMA = """
CREATE TABLE profiles (user_id INTEGER PRIMARY KEY REFERENCES users, title TEXT NOT NULL DEFAULT '',
                       location TEXT NOT NULL DEFAULT '', status_emoji TEXT NOT NULL DEFAULT '', status_text TEXT NOT NULL DEFAULT '',
                       busy INTEGER NOT NULL DEFAULT 0);
CREATE TABLE follows (user_id INTEGER NOT NULL REFERENCES users, follower_id INTEGER NOT NULL REFERENCES users,
                      PRIMARY KEY (user_id, follower_id));
CREATE TABLE namespaces (id INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, name TEXT NOT NULL, user_id INTEGER REFERENCES users,
                         description TEXT NOT NULL DEFAULT '', created TEXT NOT NULL);
CREATE TRIGGER newcomer AFTER INSERT ON users BEGIN
    INSERT INTO profiles (user_id) VALUES (new.id);
    INSERT INTO namespaces (path, name, user_id, created) VALUES (new.username, new.name, new.id, new.joined);
END;
CREATE TABLE namespace_members (namespace_id INTEGER NOT NULL REFERENCES namespaces, user_id INTEGER NOT NULL REFERENCES users,
                                role TEXT NOT NULL, PRIMARY KEY (namespace_id, user_id));
CREATE TABLE projects (id INTEGER PRIMARY KEY, namespace_id INTEGER NOT NULL REFERENCES namespaces, path TEXT NOT NULL,
                       name TEXT NOT NULL, description TEXT NOT NULL, language TEXT NOT NULL, visibility TEXT NOT NULL,
                       default_branch TEXT NOT NULL, archived INTEGER NOT NULL DEFAULT 0, topics TEXT NOT NULL DEFAULT '',
                       star_count INTEGER NOT NULL DEFAULT 0, fork_count INTEGER NOT NULL DEFAULT 0,
                       forked_from INTEGER REFERENCES projects, created TEXT NOT NULL, updated TEXT NOT NULL,
                       UNIQUE (namespace_id, path));
CREATE TABLE stars (project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users,
                    PRIMARY KEY (project_id, user_id));
CREATE TABLE members (project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users,
                      role TEXT NOT NULL, source TEXT NOT NULL DEFAULT 'Direct member', granted TEXT NOT NULL,
                      expires TEXT NOT NULL DEFAULT '', PRIMARY KEY (project_id, user_id));
CREATE TABLE branches (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, name TEXT NOT NULL,
                       protected INTEGER NOT NULL DEFAULT 0, UNIQUE (project_id, name));
CREATE TABLE files (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, path TEXT NOT NULL,
                    content TEXT NOT NULL, UNIQUE (project_id, path));
CREATE TABLE commits (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, sha TEXT NOT NULL,
                      title TEXT NOT NULL, body TEXT NOT NULL DEFAULT '', author_id INTEGER NOT NULL REFERENCES users,
                      created TEXT NOT NULL, branch TEXT NOT NULL, request_id INTEGER);
CREATE INDEX commits_project ON commits (project_id, created);
CREATE TABLE commit_files (commit_id INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE, path TEXT NOT NULL, patch TEXT NOT NULL,
                           PRIMARY KEY (commit_id, path));
CREATE TABLE labels (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, name TEXT NOT NULL,
                     color TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', UNIQUE (project_id, name));
CREATE TABLE milestones (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
                         iid INTEGER NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
                         start_date TEXT NOT NULL DEFAULT '', due_date TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'open',
                         UNIQUE (project_id, iid));
CREATE TABLE issues (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE, iid INTEGER NOT NULL,
                     title TEXT NOT NULL, description TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open',
                     author_id INTEGER NOT NULL REFERENCES users, assignee_id INTEGER REFERENCES users,
                     milestone_id INTEGER REFERENCES milestones ON DELETE SET NULL, due_date TEXT NOT NULL DEFAULT '',
                     created TEXT NOT NULL, updated TEXT NOT NULL, UNIQUE (project_id, iid));
CREATE TABLE issue_labels (issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
                           label_id INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE, PRIMARY KEY (issue_id, label_id));
CREATE TABLE merge_requests (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
                             iid INTEGER NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open',
                             source_branch TEXT NOT NULL, target_branch TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES users,
                             assignee_id INTEGER REFERENCES users, reviewer_id INTEGER REFERENCES users,
                             milestone_id INTEGER REFERENCES milestones ON DELETE SET NULL, draft INTEGER NOT NULL DEFAULT 0,
                             merged_by INTEGER REFERENCES users, created TEXT NOT NULL, updated TEXT NOT NULL, UNIQUE (project_id, iid));
CREATE TABLE approvals (request_id INTEGER NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
                        user_id INTEGER NOT NULL REFERENCES users, PRIMARY KEY (request_id, user_id));
CREATE TABLE notes (id INTEGER PRIMARY KEY, issue_id INTEGER REFERENCES issues ON DELETE CASCADE,
                    request_id INTEGER REFERENCES merge_requests ON DELETE CASCADE, author_id INTEGER NOT NULL REFERENCES users,
                    body TEXT NOT NULL, is_system INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL);
CREATE INDEX notes_issue ON notes (issue_id);
CREATE INDEX notes_request ON notes (request_id);
CREATE TABLE todos (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users, author_id INTEGER NOT NULL REFERENCES users,
                    issue_id INTEGER REFERENCES issues ON DELETE CASCADE, request_id INTEGER REFERENCES merge_requests ON DELETE CASCADE,
                    action TEXT NOT NULL, created TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0);

CREATE VIEW project_list AS
SELECT p.*, n.path AS namespace, n.name AS namespace_name, n.path || '/' || p.path AS full_path,
       n.name || ' / ' || p.name AS full_name,
       (SELECT count(*) FROM issues i WHERE i.project_id = p.id AND i.state = 'open') AS open_issues,
       (SELECT count(*) FROM merge_requests r WHERE r.project_id = p.id AND r.state = 'open') AS open_requests
FROM projects p JOIN namespaces n ON n.id = p.namespace_id;

CREATE VIEW issue_list AS
SELECT i.*, p.full_path, p.full_name, p.visibility, a.name AS author, a.username AS author_username, s.name AS assignee,
       s.username AS assignee_username, m.title AS milestone, m.iid AS milestone_iid,
       (SELECT count(*) FROM notes c WHERE c.issue_id = i.id AND NOT c.is_system) AS comments
FROM issues i JOIN project_list p ON p.id = i.project_id JOIN users a ON a.id = i.author_id
LEFT JOIN users s ON s.id = i.assignee_id LEFT JOIN milestones m ON m.id = i.milestone_id;

CREATE VIEW request_list AS
SELECT r.*, p.full_path, p.full_name, p.visibility, a.name AS author, a.username AS author_username, s.name AS assignee,
       s.username AS assignee_username, v.name AS reviewer, v.username AS reviewer_username, m.title AS milestone,
       m.iid AS milestone_iid, (SELECT count(*) FROM notes c WHERE c.request_id = r.id AND NOT c.is_system) AS comments,
       (SELECT count(*) FROM approvals x WHERE x.request_id = r.id) AS approval_count
FROM merge_requests r JOIN project_list p ON p.id = r.project_id JOIN users a ON a.id = r.author_id
LEFT JOIN users s ON s.id = r.assignee_id LEFT JOIN users v ON v.id = r.reviewer_id LEFT JOIN milestones m ON m.id = r.milestone_id;
"""
