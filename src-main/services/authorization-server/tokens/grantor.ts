import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { AuthorizationServerSettings, Client } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';

/** The parts of an exchange that issuing needs, at either endpoint. */
export interface Grantor {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
}

/** Lifetime of a client's access tokens, in seconds. */
export function accessLifetimeSeconds({ settings }: Pick<Grantor, 'settings'>, client: Client): number {
  return client.accessTokenLifetimeSeconds ?? settings.accessTokenLifetimeSeconds;
}

/** When a refresh token issued now to a client ends, in milliseconds; null where it does not. */
export function refreshExpiryMillis(
  { settings, nowMillis }: Pick<Grantor, 'settings' | 'nowMillis'>,
  client: Client,
): number | null {
  const seconds = client.refreshTokenLifetimeSeconds ?? settings.refreshTokenLifetimeSeconds;
  return seconds === null ? null : nowMillis + seconds * 1_000;
}

/** Effects of faults on the tokens of this exchange. */
export interface TokenFault {
  readonly isSignatureWrong: boolean;
  /** Difference in seconds between the expiry in responses and the true one. */
  readonly expirySkewSeconds: number;
}

const noFault: TokenFault = { isSignatureWrong: false, expirySkewSeconds: 0 };

/** The faults that are on for this path and client. */
export function tokenFault({ runtime, request, notes }: Grantor): TokenFault {
  const effects = runtime.faults?.(request.path, notes.tags) ?? [];
  if (effects.length === 0) return noFault;
  return effects.reduce<TokenFault>((fault, effect) => {
    if (effect.kind === 'wrong-signature') return { ...fault, isSignatureWrong: true };
    if (effect.kind === 'skew-expiry')
      return { ...fault, expirySkewSeconds: fault.expirySkewSeconds + effect.seconds };
    return fault;
  }, noFault);
}
