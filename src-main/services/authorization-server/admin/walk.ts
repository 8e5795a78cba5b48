import { setImmediate } from 'node:timers/promises';
import type { LiveTokenRow } from '#shared/api/index.ts';
import type { Runtime } from '../runtime.ts';
import type { Family } from '../stores/families.ts';
import type { RefreshToken } from '../stores/refresh-tokens.ts';
import type { AccessToken } from '../stores/token-table.ts';
import { consentHolder } from '../subject.ts';
import { isRevoked, ownerFlaw } from '../tokens/token-state.ts';

export type TokenState = LiveTokenRow['state'];

/** A token as lists see it. */
export interface TokenFact {
  readonly kind: 'access_token' | 'refresh_token';
  readonly id: string;
  readonly entry: AccessToken | RefreshToken;
  /** Whose it is; null: the client's own. */
  readonly holder: string | null;
}

/** Tokens that are looked at before requests get their turn. */
const tokensInTurn = 4_096;

/** Under which name the tree lists a grant. */
export function holderOf({ username, authority }: Pick<Family, 'username' | 'authority'>): string {
  return consentHolder({ username, authority });
}

function factOf(kind: TokenFact['kind'], id: string, entry: AccessToken | RefreshToken): TokenFact {
  const { family, username } = entry;
  return { kind, id, entry, holder: family === null ? username : holderOf(family) };
}

/** Looks at every token in the order of their issue, a part at a time: requests are answered in between. */
export async function eachToken(runtime: Runtime, look: (token: TokenFact) => void): Promise<void> {
  let seen = 0;
  for (const [id, entry] of runtime.accessTokens.all()) {
    look(factOf('access_token', id, entry));
    seen += 1;
    if (seen % tokensInTurn === 0) await setImmediate();
  }
  for (const [id, entry] of runtime.refreshTokens.all()) {
    look(factOf('refresh_token', id, entry));
    seen += 1;
    if (seen % tokensInTurn === 0) await setImmediate();
  }
}

/** The current state of a token. */
export function stateOf(runtime: Runtime, { entry }: TokenFact, nowMillis: number): TokenState {
  if ('revoked' in entry ? isRevoked(entry) : entry.family.revoked) return 'revoked';
  if ('rolledAtMillis' in entry && entry.rolledAtMillis !== null) return 'rolled';
  if (entry.expiresAtMillis !== null && entry.expiresAtMillis <= nowMillis) return 'expired';
  return ownerFlaw(runtime, entry.clientId, entry.family) === null ? 'valid' : 'orphaned';
}

/** The current state of a grant. */
export function stateOfFamily(runtime: Runtime, family: Family, nowMillis: number): TokenState {
  if (family.revoked) return 'revoked';
  if (family.endsAtMillis !== null && family.endsAtMillis <= nowMillis) return 'expired';
  return ownerFlaw(runtime, family.clientId, family) === null ? 'valid' : 'orphaned';
}
