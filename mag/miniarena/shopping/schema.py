"""Tables of the shop."""

SCHEMA = """
CREATE TABLE categories (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES categories, name TEXT NOT NULL, path TEXT UNIQUE NOT NULL,
                         blurb TEXT NOT NULL DEFAULT '');
CREATE TABLE products (id INTEGER PRIMARY KEY, sku TEXT UNIQUE NOT NULL, slug TEXT UNIQUE NOT NULL, name TEXT NOT NULL,
                       category_id INTEGER NOT NULL REFERENCES categories, price INTEGER NOT NULL, old_price INTEGER,
                       description TEXT NOT NULL, feature TEXT NOT NULL, material TEXT NOT NULL, origin TEXT NOT NULL,
                       warranty TEXT NOT NULL, weight TEXT NOT NULL, in_stock INTEGER NOT NULL, created TEXT NOT NULL);
CREATE TABLE options (id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products, name TEXT NOT NULL, choices TEXT NOT NULL);
CREATE TABLE reviews (id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products, user_id INTEGER REFERENCES users,
                      nickname TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, rating INTEGER NOT NULL, status TEXT NOT NULL,
                      created TEXT NOT NULL);
CREATE INDEX reviews_product ON reviews (product_id);
CREATE TABLE addresses (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users, first_name TEXT NOT NULL,
                        last_name TEXT NOT NULL, company TEXT NOT NULL, street TEXT NOT NULL, city TEXT NOT NULL, region TEXT NOT NULL,
                        postcode TEXT NOT NULL, country TEXT NOT NULL, phone TEXT NOT NULL, billing INTEGER NOT NULL DEFAULT 0,
                        shipping INTEGER NOT NULL DEFAULT 0, listed INTEGER NOT NULL DEFAULT 1);
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users, created TEXT NOT NULL,
                     status TEXT NOT NULL, subtotal INTEGER NOT NULL, discount INTEGER NOT NULL, coupon TEXT NOT NULL,
                     shipping INTEGER NOT NULL, total INTEGER NOT NULL, method TEXT NOT NULL, payment TEXT NOT NULL,
                     ship_name TEXT NOT NULL, ship_to TEXT NOT NULL, bill_name TEXT NOT NULL, bill_to TEXT NOT NULL);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders,
                          product_id INTEGER NOT NULL REFERENCES products, chosen TEXT NOT NULL, price INTEGER NOT NULL,
                          quantity INTEGER NOT NULL);
CREATE TABLE cart_items (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, product_id INTEGER NOT NULL REFERENCES products,
                         chosen TEXT NOT NULL, quantity INTEGER NOT NULL);
CREATE TABLE cart_coupons (owner TEXT PRIMARY KEY, code TEXT NOT NULL);
CREATE TABLE compare_items (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, product_id INTEGER NOT NULL REFERENCES products, UNIQUE (owner,
                            product_id));
CREATE TABLE wishes (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users, product_id INTEGER NOT NULL REFERENCES products,
                     chosen TEXT NOT NULL DEFAULT '', quantity INTEGER NOT NULL DEFAULT 1, comment TEXT NOT NULL DEFAULT '',
                     added TEXT NOT NULL);
CREATE TABLE coupons (code TEXT PRIMARY KEY, percent INTEGER NOT NULL, amount INTEGER NOT NULL, least INTEGER NOT NULL,
                      last_day TEXT NOT NULL);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users, topic TEXT NOT NULL,
                            active INTEGER NOT NULL, UNIQUE (user_id, topic));
CREATE TABLE newsletter_emails (id INTEGER PRIMARY KEY, email TEXT UNIQUE NOT NULL, added TEXT NOT NULL);
CREATE TABLE enquiries (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users, name TEXT NOT NULL, email TEXT NOT NULL,
                        phone TEXT NOT NULL, topic TEXT NOT NULL, order_number TEXT NOT NULL, body TEXT NOT NULL, created TEXT NOT NULL);
CREATE VIEW shelf AS
  SELECT p.*, c.name AS category, c.path AS category_path, c.parent_id AS department_id, coalesce(avg(r.rating), 0) AS rating,
         count(r.id) AS review_count, EXISTS (SELECT 1 FROM options o WHERE o.product_id = p.id) AS has_options
  FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN reviews r ON r.product_id = p.id AND r.status = 'Approved'
  GROUP BY p.id;
"""
