import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { temporaryDirectory } from './storage.ts';

/** True if this machine has a command; tests that need one of another maker say so where it is missing. */
export function hasTool(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/**
 * The environment of a program whose every word is looked at: it speaks English, and does not complain of a locale that
 * somebody brought from another machine.
 */
export function plainWords(further: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', ...further };
}

/** With it a superuser reads and writes whatever the permissions say; capabilities(7). */
const aboveOf = '-dac_override,-dac_read_search';

/**
 * Through what a program is started so that the permissions of files bind it: nothing for an ordinary user, and for a
 * superuser the command that takes the power over them away; null where it cannot. It stays the same user, so that it
 * reaches the checkout wherever that lies.
 */
export function boundByPermissions(): readonly string[] | null {
  if (process.getuid?.() !== 0) return [];
  const through = ['setpriv', `--bounding-set=${aboveOf}`, '--inh-caps=-all'];
  const [program = '', ...words] = through;
  const tried = spawnSync(program, [...words, process.execPath, '--version'], { stdio: 'ignore' });
  return tried.status === 0 ? through : null;
}

/** True if this machine can be reached over IPv6 by itself. */
export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
}

/** True if a program that a test writes among the temporary files can be started there. */
export function runsTemporaryPrograms(): boolean {
  const { path, remove } = temporaryDirectory();
  const program = join(path, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const { status } = spawnSync(program, { stdio: 'ignore' });
  remove();
  return status === 0;
}
