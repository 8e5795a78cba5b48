import type { AuthorizationServerSettings, Profile } from '#shared/workspace/index.ts';
import type { ReplayStore } from '../stores/replay-store.ts';
import type { Fault } from './refuse-client.ts';

/** How long an assertion may be valid from now on, in seconds, by profile: a used one is remembered until it ends. */
const maxLifetimeSeconds = {
  product: 86_400,
  training: 86_400,
  strict: 3_600,
  'oauth-2.1': 86_400,
  'fapi-2.0-security': 3_600,
} as const satisfies Readonly<Record<Profile, number>>;

type Claims = Readonly<Record<string, unknown>>;

/** Finds what is wrong with `exp`, `nbf` and `iat` of an assertion at this time; null: nothing. RFC 7523 §3 (4) to (6) */
export function timeFault(
  { exp, nbf, iat }: Claims,
  nowMillis: number,
  { clockSkewSeconds: skew, profile }: AuthorizationServerSettings,
): Fault | null {
  const nowSeconds = nowMillis / 1_000;
  if (typeof exp !== 'number') return { detail: 'exp is required.', got: textOf(exp) };
  if (exp + skew <= nowSeconds) return { detail: 'The assertion has expired.', got: `${exp}` };
  const longest = maxLifetimeSeconds[profile];
  if (exp > nowSeconds + longest + skew)
    return {
      detail: 'The assertion is valid for too long.',
      want: `${longest} s or less`,
      got: `${Math.round(exp - nowSeconds)} s`,
    };
  for (const [name, value] of Object.entries({ nbf, iat })) {
    if (value === undefined || (typeof value === 'number' && value <= nowSeconds + skew)) continue;
    return { detail: `${name} is in the future.`, got: textOf(value) };
  }
  return null;
}

/** An assertion that counts once. */
export interface OneUse {
  readonly key: string;
  /** From this instant on, in milliseconds, it is refused as expired anyway. */
  readonly untilMillis: number;
  /** When it was made, in milliseconds; null: nothing says so. */
  readonly madeAtMillis: number | null;
}

/** Checks and remembers in one go, so that of two requests at the same time one is refused; null: it is unused. RFC 7523 §3 (7) */
export function replayFault(
  store: ReplayStore,
  { key, untilMillis, madeAtMillis }: OneUse,
  nowMillis: number,
): Fault | null {
  if (store.seen(key, untilMillis)) return { detail: 'The assertion was used before.' };
  if (store.isFromBeforeDoubt(madeAtMillis))
    return {
      detail:
        'The state was damaged after the assertion was made, so its earlier use is unknown. Make a new one.',
    };
  store.remember(key, untilMillis, nowMillis);
  return null;
}

/** A claim as the trace shows it. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
