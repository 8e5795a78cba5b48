import type { ExchangeNotes } from '#main/platform/http.ts';
import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';
import { type Credentials, type Verdict, validateCredentials } from './index.ts';

/** Where credentials are tried. */
export interface Attempt {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
  readonly clientId: string;
}

/** Tries credentials, counting wrong ones against the name; a locked name is wrong whatever is typed. RFC 6819 §5.1.4.2 */
export async function tryCredentials(attempt: Attempt, credentials: Credentials): Promise<Verdict> {
  const { runtime, settings, notes, nowMillis, clientId } = attempt;
  const { username } = credentials;
  // The comparison runs under a lock as well, so that the time does not tell of it.
  const verdict = await validateCredentials(runtime, settings, credentials, nowMillis);
  const lockedUntilMillis = runtime.guesses.lockedUntil(username, nowMillis);
  if (lockedUntilMillis !== null) {
    const seconds = Math.ceil((lockedUntilMillis - nowMillis) / 1_000);
    const reason = `The name is locked for ${seconds} s more after too many wrong guesses.`;
    runtime.audit.emit('user.sign_in_failed', { username, clientId, reason }, notes);
    return { outcome: 'invalid', why: reason };
  }
  if (verdict.outcome === 'ok') {
    runtime.guesses.right(username);
    const { authority } = verdict.subject;
    const issuer = authority === null ? {} : { issuer: authority };
    runtime.audit.emit('user.signed_in', { username, clientId, ...issuer }, notes);
    return verdict;
  }
  runtime.audit.emit('user.sign_in_failed', { username, clientId, reason: verdict.why }, notes);
  if (verdict.outcome === 'unavailable') return verdict;
  const policy = { attempts: settings.lockoutAttempts, lockSeconds: settings.lockoutSeconds };
  if (runtime.guesses.wrong(username, policy, nowMillis)) {
    const reason = `${settings.lockoutAttempts} wrong guesses.`;
    runtime.audit.emit('user.locked', { username, reason }, notes);
  }
  return verdict;
}
