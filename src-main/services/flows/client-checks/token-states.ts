import type { RawResponse } from '#main/platform/raw-http.ts';
import { parseJson, type RunValue } from '#main/services/flow-player/index.ts';
import { type SendStep, saidValidForMillis, type TargetEndpoints } from '#shared/flows/index.ts';
import { validateBearerGrantType } from '#shared/oauth/index.ts';
import type { CheckedRun } from './checked-run.ts';

/** True if a step sends its request to an endpoint of the server. */
export function isAt(run: CheckedRun, { request }: SendStep, endpoint: keyof TargetEndpoints): boolean {
  const url = run.player.target.endpoints[endpoint];
  return url !== null && run.player.fillNow(request.origin + request.path) === url;
}

/** Takes from the answer to an introspection, a validation or a revocation what the token is worth now. RFC 7662 §2.2, RFC 7009 §2.2 */
export function noteOperation(run: CheckedRun, step: SendStep, response: RawResponse): void {
  const sent = sentForm(run, step);
  const token = sent.get('token');
  if (token === undefined) return;
  const isDone = response.status >= 200 && response.status < 300;
  if (isAt(run, step, 'revocation')) {
    if (isDone) markRevoked(run, token);
    return;
  }
  const isValidation =
    isAt(run, step, 'token') &&
    sent.get('grant_type') === validateBearerGrantType(run.player.target.vendorUrn);
  if (isValidation) return markSaid(run, token, isDone ? true : response.status === 400 ? false : null);
  if (!isAt(run, step, 'introspection') || !isDone) return;
  const active = parseJson(response)?.['active'];
  markSaid(run, token, typeof active === 'boolean' ? active : null);
}

function sentForm(run: CheckedRun, { request: { body } }: SendStep): ReadonlyMap<string, string> {
  if (body.kind !== 'form') return new Map();
  return new Map(
    body.fields
      .filter(({ isOmitted }) => !isOmitted)
      .map(({ name, value }) => [name, run.player.fillNow(value) ?? '']),
  );
}

/** Notes what the server said of a token; null: it said nothing of it. */
export function markSaid(run: CheckedRun, token: string, isValid: boolean | null): void {
  if (isValid === null) return;
  const nowMillis = run.player.nowMillis();
  const finding = isValid
    ? ({ state: 'valid', tone: 'ok' } as const)
    : ({ state: 'invalid', tone: 'danger' } as const);
  change(run, (value) =>
    value.value === token
      ? { ...value, ...finding, checkedAtMillis: nowMillis, validUntilMillis: nowMillis + saidValidForMillis }
      : null,
  );
}

/** The server may have revoked with it all that was issued with it. RFC 7009 §2.1 */
function markRevoked(run: CheckedRun, token: string): void {
  change(run, (value, name) => {
    if (value.value === token) return { ...value, state: 'revoked', tone: 'danger' };
    const isOther = value.state === 'valid' && !name.endsWith('id_token');
    return isOther ? { ...value, state: 'not checked', tone: 'muted' } : null;
  });
}

function change({ player }: CheckedRun, by: (value: RunValue, name: string) => RunValue | null): void {
  for (const [name, value] of player.values) {
    const changed = by(value, name);
    if (changed !== null) player.set(name, changed);
  }
}
