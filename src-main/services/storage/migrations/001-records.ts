import type { Migration } from './migration.ts';

/**
 * Documents by kind and id, and the exchanges. These have a row id: their content is long, and a table without one
 * would put most of each onto a page of its own, for twice the space and twice the time.
 */
export const records: Migration = {
  version: 1,
  fingerprint: 3_821_241_705,
  sql: `
    CREATE TABLE records (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      value BLOB NOT NULL,
      sealed INTEGER NOT NULL,
      expires_at_millis INTEGER,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX records_by_expiry ON records (expires_at_millis) WHERE expires_at_millis IS NOT NULL;
    CREATE TABLE exchanges (
      id TEXT PRIMARY KEY,
      service TEXT NOT NULL,
      tags TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT;
  `,
};
