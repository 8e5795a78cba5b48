import { assertNever } from '#shared/errors/index.ts';
import type { AuthorizationServerSettings, PasswordValidatorSettings } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';
import { validateElsewhere } from './http.ts';
import { validateNever } from './unavailable.ts';
import { validateUser } from './users.ts';
import type { Credentials, Verdict } from './validator.ts';

export type { Credentials, Verdict } from './validator.ts';

/**
 * Asks the validators one after the other until one knows the credentials. Where none does, one that could not say
 * outweighs those that said no: nobody can tell that the credentials are wrong.
 */
export async function validateCredentials(
  runtime: Runtime,
  { passwordValidators }: AuthorizationServerSettings,
  credentials: Credentials,
  nowMillis: number,
): Promise<Verdict> {
  let worst: Verdict = { outcome: 'invalid', why: 'No validator accepts the credentials.' };
  for (const settings of passwordValidators) {
    const verdict = await validateWith(runtime, settings, credentials, nowMillis);
    if (verdict.outcome === 'ok') return verdict;
    if (worst.outcome !== 'unavailable') worst = verdict;
  }
  return worst;
}

function validateWith(
  runtime: Runtime,
  settings: PasswordValidatorSettings,
  credentials: Credentials,
  nowMillis: number,
): Verdict | Promise<Verdict> {
  switch (settings.type) {
    case 'users':
      return validateUser(runtime, settings, credentials, nowMillis);
    case 'http':
      return validateElsewhere(runtime, settings, credentials, nowMillis);
    case 'unavailable':
      return validateNever(runtime, settings, credentials, nowMillis);
    default:
      return assertNever(settings);
  }
}
