"""Writing whole rows: table and column names are literals of this package, values are always bound."""

import sqlite3
from collections.abc import Mapping


def insert(db: sqlite3.Connection, table: str, values: Mapping[str, object]) -> int:
    """Add a row; gives its id."""
    cursor = db.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", tuple(values.values()))
    return int(cursor.lastrowid or 0)


def update(db: sqlite3.Connection, table: str, row_id: int, values: Mapping[str, object]) -> None:
    """Change columns of a row."""
    db.execute(f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in values)} WHERE id = ?", (*values.values(), row_id))


def save(db: sqlite3.Connection, table: str, row_id: int, values: Mapping[str, object]) -> int:
    """Change the row of this id, or add one where the id is 0; gives the id."""
    if not row_id:
        return insert(db, table, values)
    update(db, table, row_id, values)
    return row_id
