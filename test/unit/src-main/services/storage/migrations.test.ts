import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { defineChecksums } from '#main/services/storage/checksum.ts';
import { migrations } from '#main/services/storage/migrations/index.ts';
import { schemaFingerprint } from '#main/services/storage/schema-check.ts';

test('each migration says the fingerprint of the schema that it gives, and each changes it', () => {
  const database = new DatabaseSync(':memory:');
  defineChecksums(database);
  expect(schemaFingerprint(database)).toBe(0);
  const given = migrations.map(({ sql }) => {
    database.exec(sql);
    return schemaFingerprint(database);
  });
  database.close();
  expect(migrations.map(({ fingerprint }) => fingerprint)).toEqual(given);
  expect(new Set(given).size).toBe(migrations.length);
});
