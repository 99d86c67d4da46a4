"""Tables of the store's administration: catalogue, customers, sales, marketing, content and what the panel keeps for its users."""

CATALOG = """
CREATE TABLE categories (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, parent_id INTEGER REFERENCES categories (id),
                         enabled INTEGER NOT NULL DEFAULT 1);
CREATE TABLE products (id INTEGER PRIMARY KEY AUTOINCREMENT, sku TEXT UNIQUE NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
                       parent_id INTEGER REFERENCES products (id) ON DELETE CASCADE, color TEXT NOT NULL DEFAULT '',
                       size TEXT NOT NULL DEFAULT '', price INTEGER NOT NULL, quantity INTEGER, stock TEXT NOT NULL DEFAULT 'In Stock',
                       enabled INTEGER NOT NULL DEFAULT 1, weight TEXT NOT NULL DEFAULT '', visibility TEXT NOT NULL,
                       tax_class TEXT NOT NULL DEFAULT 'Taxable Goods', country TEXT NOT NULL DEFAULT '', url_key TEXT NOT NULL,
                       short_description TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
                       meta_title TEXT NOT NULL DEFAULT '', meta_description TEXT NOT NULL DEFAULT '', views INTEGER NOT NULL DEFAULT 0,
                       created TEXT NOT NULL, updated TEXT NOT NULL);
CREATE INDEX products_parent ON products (parent_id);
CREATE TABLE product_categories (product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
                                 category_id INTEGER NOT NULL REFERENCES categories (id), PRIMARY KEY (product_id, category_id));
CREATE TABLE product_related (product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
                              related_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
                              PRIMARY KEY (product_id, related_id));
"""

CUSTOMERS = """
CREATE TABLE customer_groups (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, tax_class TEXT NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, first TEXT NOT NULL, last TEXT NOT NULL, email TEXT UNIQUE NOT NULL,
                        group_name TEXT NOT NULL, born TEXT NOT NULL DEFAULT '', gender TEXT NOT NULL DEFAULT 'Not Specified',
                        vat TEXT NOT NULL DEFAULT '', created TEXT NOT NULL, last_login TEXT NOT NULL DEFAULT '');
CREATE TABLE addresses (id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
                        street TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, zip TEXT NOT NULL, phone TEXT NOT NULL,
                        is_default INTEGER NOT NULL DEFAULT 0);
CREATE INDEX addresses_customer ON addresses (customer_id);
CREATE TABLE subscribers (id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT UNIQUE NOT NULL,
                          customer_id INTEGER REFERENCES customers (id) ON DELETE CASCADE,
                          status TEXT NOT NULL, changed TEXT NOT NULL);
"""

SALES = """
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT UNIQUE NOT NULL,
                     customer_id INTEGER REFERENCES customers (id) ON DELETE SET NULL, customer TEXT NOT NULL, email TEXT NOT NULL,
                     group_name TEXT NOT NULL, status TEXT NOT NULL, held_from TEXT NOT NULL DEFAULT '', created TEXT NOT NULL,
                     subtotal INTEGER NOT NULL, discount INTEGER NOT NULL, shipping INTEGER NOT NULL, tax INTEGER NOT NULL,
                     total INTEGER NOT NULL, refunded INTEGER NOT NULL DEFAULT 0, coupon TEXT NOT NULL DEFAULT '', payment TEXT NOT NULL,
                     delivery TEXT NOT NULL, street TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, zip TEXT NOT NULL,
                     phone TEXT NOT NULL, ip TEXT NOT NULL);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE TABLE order_items (id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES orders (id),
                          product_id INTEGER REFERENCES products (id) ON DELETE SET NULL, sku TEXT NOT NULL, name TEXT NOT NULL,
                          price INTEGER NOT NULL, quantity INTEGER NOT NULL);
CREATE INDEX order_items_order ON order_items (order_id);
CREATE TABLE order_comments (id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES orders (id), created TEXT NOT NULL,
                             status TEXT NOT NULL, comment TEXT NOT NULL, notified INTEGER NOT NULL DEFAULT 0,
                             visible INTEGER NOT NULL DEFAULT 0);
CREATE INDEX order_comments_order ON order_comments (order_id);
CREATE TABLE invoices (id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT UNIQUE NOT NULL, order_id INTEGER NOT NULL REFERENCES orders (id),
                       created TEXT NOT NULL, status TEXT NOT NULL, total INTEGER NOT NULL);
CREATE TABLE shipments (id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT UNIQUE NOT NULL, order_id INTEGER NOT NULL REFERENCES orders (id),
                        created TEXT NOT NULL, quantity INTEGER NOT NULL);
CREATE TABLE tracks (id INTEGER PRIMARY KEY AUTOINCREMENT, shipment_id INTEGER NOT NULL REFERENCES shipments (id), carrier TEXT NOT NULL,
                     number TEXT NOT NULL);
"""

MARKETING = """
CREATE TABLE reviews (id INTEGER PRIMARY KEY AUTOINCREMENT, product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
                      customer_id INTEGER REFERENCES customers (id) ON DELETE SET NULL, nickname TEXT NOT NULL, title TEXT NOT NULL,
                      detail TEXT NOT NULL, rating INTEGER NOT NULL, status TEXT NOT NULL, created TEXT NOT NULL);
CREATE INDEX reviews_product ON reviews (product_id);
CREATE TABLE price_rules (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
                          active INTEGER NOT NULL, websites TEXT NOT NULL, groups TEXT NOT NULL, coupon_type TEXT NOT NULL,
                          coupon TEXT NOT NULL DEFAULT '', uses_per_coupon TEXT NOT NULL DEFAULT '',
                          uses_per_customer TEXT NOT NULL DEFAULT '', starts TEXT NOT NULL DEFAULT '', ends TEXT NOT NULL DEFAULT '',
                          priority TEXT NOT NULL DEFAULT '0', minimum TEXT NOT NULL DEFAULT '', apply TEXT NOT NULL,
                          amount TEXT NOT NULL, max_quantity TEXT NOT NULL DEFAULT '', free_shipping TEXT NOT NULL,
                          discard INTEGER NOT NULL DEFAULT 0, label TEXT NOT NULL DEFAULT '');
CREATE TABLE search_terms (id INTEGER PRIMARY KEY AUTOINCREMENT, query TEXT UNIQUE NOT NULL, results INTEGER NOT NULL,
                           uses INTEGER NOT NULL, redirect TEXT NOT NULL DEFAULT '', suggested INTEGER NOT NULL DEFAULT 1,
                           updated TEXT NOT NULL);
CREATE TABLE pages (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, url_key TEXT UNIQUE NOT NULL, heading TEXT NOT NULL,
                    content TEXT NOT NULL, layout TEXT NOT NULL, enabled INTEGER NOT NULL, meta_keywords TEXT NOT NULL DEFAULT '',
                    created TEXT NOT NULL, updated TEXT NOT NULL);
"""

PANEL = """
CREATE TABLE settings (path TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE grid_views (user_id INTEGER NOT NULL, grid TEXT NOT NULL, view TEXT NOT NULL, PRIMARY KEY (user_id, grid));
CREATE TABLE admin_log (id INTEGER PRIMARY KEY AUTOINCREMENT, created TEXT NOT NULL, username TEXT NOT NULL, message TEXT NOT NULL);
"""

SCHEMA = CATALOG + CUSTOMERS + SALES + MARKETING + PANEL
