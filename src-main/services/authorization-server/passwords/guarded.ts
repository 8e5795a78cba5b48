import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
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
  readonly request: Pick<HttpRequest, 'remoteAddress'>;
}

/** Tries credentials, counting wrong ones against the name; a locked name is wrong whatever is typed. RFC 6819 §5.1.4.2 */
export async function tryCredentials(attempt: Attempt, credentials: Credentials): Promise<Verdict> {
  const { runtime, settings, notes, nowMillis, clientId } = attempt;
  const { username } = credentials;
  // The comparison runs under a lock as well, so that the time does not tell of it.
  const verdict = await validateCredentials(runtime, settings, credentials, nowMillis);
  const lockedUntilMillis = runtime.guesses.lockedUntil(username, nowMillis);
  const shut = shutReason(attempt, lockedUntilMillis);
  if (shut !== null) {
    runtime.audit.emit('user.sign_in_failed', { username, clientId, reason: shut }, notes);
    return { outcome: 'invalid', why: shut };
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
  const { remoteAddress } = attempt.request;
  if (settings.lockoutAttempts > 0) runtime.nameGuesses.count(remoteAddress, nowMillis, username);
  const policy = { attempts: settings.lockoutAttempts, lockSeconds: settings.lockoutSeconds };
  if (runtime.guesses.wrong(username, policy, nowMillis)) {
    const reason = `${settings.lockoutAttempts} failed attempts.`;
    runtime.audit.emit('user.locked', { username, reason }, notes);
  }
  return verdict;
}

/** Why nothing is compared at the moment, whatever is typed; null: it is. RFC 6819 §4.4.3.6 */
function shutReason(
  { runtime, request, nowMillis }: Attempt,
  lockedUntilMillis: number | null,
): string | null {
  if (lockedUntilMillis !== null) {
    const seconds = Math.ceil((lockedUntilMillis - nowMillis) / 1_000);
    return `The name is locked for another ${seconds} s after too many failed attempts.`;
  }
  const seconds = runtime.nameGuesses.waitSeconds(request.remoteAddress, nowMillis);
  return seconds === 0
    ? null
    : `Sign-in failed for too many different names from this address. It is rejected for another ${seconds} s.`;
}
