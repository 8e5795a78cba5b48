import type { RevocationTarget } from '#shared/api/index.ts';
import { assertNever, GatehouseError } from '#shared/errors/index.ts';
import type { Runtime } from '../runtime.ts';
import type { AuthorizationCode } from '../stores/codes.ts';
import type { Family } from '../stores/families.ts';
import { eachToken, holderOf, stateOf, type TokenFact } from './walk.ts';

/** Why tokens are ended, and by whom. */
export interface Revocation {
  readonly target: RevocationTarget;
  readonly by: 'administrator' | 'user';
  /** In words; empty: none was given. */
  readonly reason: string;
}

/** Numbers of grants and tokens that were ended. */
export interface Revoked {
  readonly grants: number;
  readonly tokens: number;
}

/** Which grants are meant, and which tokens outside of them. */
interface Meant {
  readonly family: (family: Family) => boolean;
  readonly loose: (token: TokenFact) => boolean;
  readonly code: (code: AuthorizationCode) => boolean;
}

const reasons = {
  administrator: 'Revoked by an administrator.',
  user: 'The user withdrew the consent.',
} as const;

/**
 * Ends tokens for good; committed when it returns. A refresh token takes its grant with it. RFC 7009 §2.1
 * @throws api.not-found where there is no such token or grant
 */
export async function revokeTokens(runtime: Runtime, { target, by, reason }: Revocation): Promise<Revoked> {
  const why = reason === '' ? reasons[by] : `${reasons[by]} ${reason}`;
  const revoked =
    target.kind === 'token'
      ? await revokeToken(runtime, target.tokenId, why)
      : await revokeAll(runtime, target, why);
  await runtime.records.commit();
  return revoked;
}

async function revokeToken(runtime: Runtime, tokenId: string, reason: string): Promise<Revoked> {
  const access = runtime.accessTokens.get(tokenId);
  if (access === undefined) {
    for (const [id, { family }] of runtime.refreshTokens.all())
      if (id === tokenId) return revokeAll(runtime, { kind: 'family', familyId: family.id }, reason);
    throw new GatehouseError('api.not-found', 'The server no longer knows this token.', {
      fix: 'No action needed. The server rejects it as unknown.',
    });
  }
  const { clientId, username, family, revoked: wasRevoked } = access;
  runtime.accessTokens.revoke(tokenId, access);
  runtime.audit.emit('token.revoked', {
    clientId,
    reason,
    ...(username === null ? {} : { username }),
    ...(family === null ? {} : { family: family.id }),
  });
  return { grants: 0, tokens: wasRevoked ? 0 : 1 };
}

async function revokeAll(
  runtime: Runtime,
  target: Exclude<RevocationTarget, { kind: 'token' }>,
  reason: string,
): Promise<Revoked> {
  const meant = meantBy(target);
  const families = new Set(
    [...runtime.families.all()].filter((family) => !family.revoked && meant.family(family)),
  );
  if (target.kind === 'family' && runtime.families.get(target.familyId) === undefined)
    throw new GatehouseError('api.not-found', 'The server no longer knows this grant.', {
      fix: 'No action needed. The server rejects its tokens as unknown.',
    });
  // A code that waits for its exchange would begin the grant anew.
  runtime.codes.cancel(meant.code);
  const now = runtime.clock.nowMillis();
  let tokens = 0;
  const owners = new Map<string, { readonly clientId: string; readonly username: string | null }>();
  for (const family of families) {
    runtime.families.revoke(family);
    const { clientId, username, id } = family;
    runtime.audit.emit('token.revoked', { clientId, username, family: id, reason });
  }
  await eachToken(runtime, (token) => {
    const { entry, id } = token;
    if (entry.family !== null && families.has(entry.family)) {
      const hasEnded = entry.expiresAtMillis !== null && entry.expiresAtMillis <= now;
      if (!hasEnded && !isSpent(token)) tokens += 1;
    } else if (isStanding(entry) && meant.loose(token) && 'revoked' in entry && !entry.revoked) {
      // A client's own, or one that it was given in exchange for a token of another client's grant.
      if (stateOf(runtime, token, now) === 'valid') tokens += 1;
      runtime.accessTokens.revoke(id, entry);
      owners.set(JSON.stringify([entry.clientId, entry.username]), entry);
    }
  });
  // One event for all tokens of a client that came without a grant: there can be very many.
  for (const { clientId, username } of owners.values())
    runtime.audit.emit('token.revoked', { clientId, reason, ...(username === null ? {} : { username }) });
  return { grants: families.size, tokens };
}

/** Tests whether a token's grant, if it has one, was not revoked. */
function isStanding({ family }: TokenFact['entry']): boolean {
  return family?.revoked !== true;
}

/** Tests whether a token had ended by itself before its grant did. */
function isSpent({ entry }: TokenFact): boolean {
  return 'revoked' in entry ? entry.revoked : entry.rolledAtMillis !== null;
}

function meantBy(target: Exclude<RevocationTarget, { kind: 'token' }>): Meant {
  switch (target.kind) {
    case 'family':
      return {
        family: ({ id }) => id === target.familyId,
        loose: () => false,
        code: ({ familyId }) => familyId === target.familyId,
      };
    case 'holder':
      return {
        family: (family) => holderOf(family) === target.holder,
        loose: ({ holder }) => holder === target.holder,
        code: ({ subject }) => holderOf(subject) === target.holder,
      };
    case 'client': {
      const isHolder = (holder: string | null) => target.holder === undefined || holder === target.holder;
      return {
        family: (family) => family.clientId === target.clientId && isHolder(holderOf(family)),
        loose: ({ entry, holder }) => entry.clientId === target.clientId && isHolder(holder),
        code: ({ clientId, subject }) => clientId === target.clientId && isHolder(holderOf(subject)),
      };
    }
    default:
      return assertNever(target);
  }
}
