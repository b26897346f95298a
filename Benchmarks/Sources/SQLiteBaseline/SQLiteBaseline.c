#include "SQLiteBaseline.h"
#include <sqlite3.h>
#include <stdio.h>

int64_t sqlite_baseline_get(const char *path, int count) {
  sqlite3 *database;
  sqlite3_stmt *statement;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0)) return -1;
  if (sqlite3_prepare_v2(
        database, "SELECT value FROM trema_values WHERE namespace = ? AND key = ?", -1, &statement, 0))
    return -1;
  int64_t bytes = 0;
  for (int index = 0; index < count; index++) {
    char key[32];
    int length = snprintf(key, sizeof key, "key %d", index % 1000);
    sqlite3_bind_text(statement, 1, "bench", 5, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 2, key, length, SQLITE_TRANSIENT);
    if (sqlite3_step(statement) != SQLITE_ROW) return -1;
    sqlite3_column_blob(statement, 0);
    bytes += sqlite3_column_bytes(statement, 0);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return bytes;
}

int sqlite_baseline_put(const char *path, const char *value, int count) {
  sqlite3 *database;
  sqlite3_stmt *begin, *put, *commit;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0)) return -1;
  if (sqlite3_exec(database, "PRAGMA synchronous = NORMAL", 0, 0, 0)) return -1;
  if (sqlite3_prepare_v2(database, "BEGIN IMMEDIATE", -1, &begin, 0)) return -1;
  if (sqlite3_prepare_v2(database, "COMMIT", -1, &commit, 0)) return -1;
  if (sqlite3_prepare_v2(
        database,
        "INSERT INTO trema_values (namespace, key, value) VALUES (?, ?, ?) "
        "ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value",
        -1, &put, 0))
    return -1;
  for (int index = 0; index < count; index++) {
    char key[32];
    int length = snprintf(key, sizeof key, "key %d", index % 1000);
    if (sqlite3_step(begin) != SQLITE_DONE) return -1;
    sqlite3_bind_text(put, 1, "bench", 5, SQLITE_TRANSIENT);
    sqlite3_bind_text(put, 2, key, length, SQLITE_TRANSIENT);
    sqlite3_bind_text(put, 3, value, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(put) != SQLITE_DONE || sqlite3_reset(put)) return -1;
    if (sqlite3_step(commit) != SQLITE_DONE) return -1;
    sqlite3_reset(begin);
    sqlite3_reset(commit);
  }
  sqlite3_finalize(begin);
  sqlite3_finalize(put);
  sqlite3_finalize(commit);
  sqlite3_close(database);
  return 0;
}
