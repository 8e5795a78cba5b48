import { type RetrySettings, repeatableMethods } from '../configuration/retries.ts';

/** How a request ended that might be sent again. */
export interface Ended {
  readonly method: string;
  /** null: no answer came. */
  readonly status: number | null;
  /** How often it was sent again so far. */
  readonly repetitions: number;
  /** Of the answer; null: it asks for none. */
  readonly retryAfterMillis: number | null;
}

/** A repetition that is allowed. */
export interface Repetition {
  readonly delayMillis: number;
  readonly attempts: number;
}

/** Name of the header field in which a method carries its key; null: it carries none. */
export function idempotencyField(rules: readonly RetrySettings[], method: string): string | null {
  if (repeatableMethods.includes(method)) return null;
  const rule = rules.find((each) => (each.idempotencyKey ?? '') !== '' && isFor(each, method));
  return rule?.idempotencyKey ?? null;
}

/**
 * Says when a request is sent again by the first rule that fits; null: it is not. `share` gives random numbers from 0 up
 * to 1.
 */
export function repetitionOf(
  rules: readonly RetrySettings[],
  { method, status, repetitions, retryAfterMillis }: Ended,
  share: () => number,
): Repetition | null {
  const rule = rules.find((each) => isFor(each, method) && each.codes.some((code) => fits(code, status)));
  if (rule === undefined || repetitions >= rule.attempts) return null;
  const { attempts, delayMillis, maxDelayMillis, jitter } = rule;
  if (retryAfterMillis !== null) return { delayMillis: retryAfterMillis, attempts };
  const delay = Math.min(maxDelayMillis, delayMillis * 2 ** repetitions);
  return { delayMillis: Math.round(jitter ? delay * (1 - share() / 2) : delay), attempts };
}

/** POST and PATCH by their names, or with a key by which the remote recognises them. */
function isFor({ methods, idempotencyKey }: RetrySettings, method: string): boolean {
  if (methods !== null && methods !== undefined) return methods.some((each) => each === method);
  return repeatableMethods.includes(method) || (idempotencyKey ?? '') !== '';
}

function fits(code: string, status: number | null): boolean {
  if (status === null) return code.toLowerCase() === 'connection';
  const text = String(status);
  return code === text || (code.toLowerCase().endsWith('xx') && code[0] === text[0]);
}
