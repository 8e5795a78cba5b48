import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealKeyBytes } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/**
 * The key that seals stored secrets: from `GATEHOUSE_KEY` (32 bytes in Base64), else from a file that only this user
 * may read, made at the first start.
 * @throws secret.key-invalid, state.unwritable
 */
export function readSealKey(stateRoot: string, environment: NodeJS.ProcessEnv): Uint8Array {
  const given = environment['GATEHOUSE_KEY'];
  if (given !== undefined && given !== '') return checked(Buffer.from(given, 'base64'), 'GATEHOUSE_KEY');
  const file = join(stateRoot, 'key');
  try {
    return checked(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'), file);
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
  }
  const key = randomBytes(sealKeyBytes);
  try {
    mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    return key;
  } catch (cause) {
    // Another process was faster: its key is the one.
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      return readSealKey(stateRoot, environment);
    throw new GatehouseError('state.unwritable', `The state directory ${stateRoot} cannot be written.`, {
      fix: 'Make it writable for this user, or give another with --state-dir.',
      cause,
    });
  }
}

function checked(key: Buffer, source: string): Uint8Array {
  if (key.length === sealKeyBytes) return key;
  throw new GatehouseError('secret.key-invalid', `${source} does not hold 32 bytes in Base64.`, {
    fix: 'Put the right key there; with another key, stored secrets cannot be read.',
    location: { file: source },
  });
}
