import { readFileSync } from 'node:fs';
import { GatehouseError } from '#shared/errors/index.ts';
import { readStandardInput } from './standard-input.ts';

/** The ways in which an option takes a secret, for its description. */
export const secretWays = 'env:NAME, @path, or - for standard input';

/**
 * A secret of an option: from the environment, a file or standard input. Arguments are seen by every user of the
 * machine, so that one that holds a secret is refused, and not quoted.
 * @throws cli.usage
 */
export async function secretOption(name: string, given: string): Promise<string> {
  if (given === '-') return (await readStandardInput()).trim();
  if (given.startsWith('@')) return readFileSync(given.slice(1), 'utf8').trim();
  if (given.startsWith('env:')) {
    const value = process.env[given.slice(4)];
    if (value !== undefined) return value;
    throw new GatehouseError('cli.usage', `The environment has no ${given.slice(4)}.`, {
      fix: `Set it, or give --${name} @path or --${name} -.`,
    });
  }
  throw new GatehouseError(
    'cli.usage',
    `--${name} takes a secret, and arguments are seen by every user of this machine.`,
    {
      fix: `Give --${name} env:NAME, --${name} @path, or --${name} - for standard input.`,
    },
  );
}
