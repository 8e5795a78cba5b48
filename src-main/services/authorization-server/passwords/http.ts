import { isObject } from '../is-object.ts';
import { call } from '../outgoing-call.ts';
import type { Validate, Verdict } from './validator.ts';

const refusals: ReadonlySet<number> = new Set([401, 403, 404]);

/** Asks another server: 200 with a JSON object of attributes is a yes, 401, 403 and 404 a no, all else no answer. */
export const validateElsewhere: Validate<'http'> = async (
  runtime,
  { id, url, timeoutMillis },
  { username, secret },
  nowMillis,
) => {
  const refusal = runtime.refusesValidator?.(url) ?? null;
  if (refusal !== null) return { outcome: 'unavailable', why: refusal };
  try {
    const response = await call(runtime, {
      method: 'POST',
      url,
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify({ username, password: secret }),
      timeoutMillis,
      tags: [`validator:${id}`],
    });
    if (response.status === 200) return readAttributes(response.text, username, id, nowMillis);
    if (refusals.has(response.status))
      return { outcome: 'invalid', why: `${id} returned status ${response.status}.` };
    return { outcome: 'unavailable', why: `${id} returned status ${response.status}.` };
  } catch (error) {
    return { outcome: 'unavailable', why: error instanceof Error ? error.message : `${id} did not respond.` };
  }
};

function readAttributes(text: string, username: string, id: string, nowMillis: number): Verdict {
  try {
    const attributes: unknown = JSON.parse(text);
    if (!isObject(attributes))
      return { outcome: 'unavailable', why: `${id} returned a response that is not a JSON object.` };
    // It may have been a password, a PIN or a one-time code: only the other server knows.
    const subject = { username, authority: id, attributes, authTimeMillis: nowMillis, methods: [] };
    return { outcome: 'ok', subject };
  } catch {
    return { outcome: 'unavailable', why: `${id} returned a response that is not JSON.` };
  }
}
