import { InvalidArgumentError } from 'commander';
import type { SecretUse } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { secretNamePattern } from '#shared/workspace/index.ts';
import type { ApiClient } from './control-client.ts';

/** The option by which a person lets a file use a stored secret of another. */
export const allowSecretOption = [
  '--allow-secret <connector=name>',
  'allow a connector to use a stored secret of another one (repeatable; other files by path)',
] as const;

/** Reads `hr=client.portal-web` for commander, and adds it to those that were given before. */
export function addSecretUse(text: string, before: readonly SecretUse[] = []): readonly SecretUse[] {
  try {
    return [...before, secretUseIn(text)];
  } catch (error) {
    throw error instanceof GatehouseError ? new InvalidArgumentError(error.message) : error;
  }
}

/** Reads `hr=client.portal-web`. @throws cli.usage */
export function secretUseIn(text: string): SecretUse {
  const at = text.indexOf('=');
  const use = { file: text.slice(0, Math.max(at, 0)), name: text.slice(at + 1) };
  if (at > 0 && secretNamePattern.test(use.name)) return use;
  throw new GatehouseError(
    'cli.usage',
    `“${text}” is not a connector, “=” and the name of a secret, as in hr=client.portal-web.`,
  );
}

/** Allows the secrets given with the option, before anything needs them. @throws api.not-found */
export async function allowGiven(
  client: ApiClient,
  { allowSecret = [] }: { readonly allowSecret?: readonly SecretUse[] },
): Promise<void> {
  if (allowSecret.length > 0) await client.secrets.allow({ uses: [...allowSecret] });
}
