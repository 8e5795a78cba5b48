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
  const text = textBehind(given, `Set it, or use --${name} @path or --${name} -.`);
  if (text !== null) return text;
  throw new GatehouseError(
    'cli.usage',
    `--${name} is a secret, and all users of this machine can see command-line arguments.`,
    {
      fix: `Use --${name} env:NAME, --${name} @path, or --${name} - for standard input.`,
    },
  );
}

/**
 * The text of a file for `@path`, of a variable of the environment for `env:NAME`; null: it is neither.
 * @throws cli.usage where the environment has no such variable; then `fix` says what to do
 */
export function textBehind(given: string, fix: string): string | null {
  if (given.startsWith('@')) return readFileSync(given.slice(1), 'utf8').trim();
  if (!given.startsWith('env:')) return null;
  const name = given.slice('env:'.length);
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new GatehouseError('cli.usage', `The environment variable ${name} is not set.`, { fix });
}
