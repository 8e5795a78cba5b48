import { createCipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '#main/services/storage/migrations/index.ts';

/** Seals a value as versions 1 to 3 of the state did: nonce | ciphertext | tag, for any place. */
export function sealAsBefore(key: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Makes a state of an earlier version, and gives its database. */
export function makeFormerState(directory: string, version: number): DatabaseSync {
  const database = new DatabaseSync(join(directory, 'state.db'));
  database.exec('PRAGMA journal_mode = WAL');
  for (const migration of migrations) if (migration.version <= version) database.exec(migration.sql);
  database.exec(`PRAGMA user_version = ${version}`);
  return database;
}
