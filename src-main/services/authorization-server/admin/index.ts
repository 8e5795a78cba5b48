import type { Account, ConsentRow, SigningKeyView } from '#shared/api/index.ts';
import type { SigningAlgorithm } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';
import { listAccounts, signOutEverywhere, unlockAccount } from './accounts.ts';
import { administerDynamicClients, type DynamicClientAdministration } from './dynamic-clients.ts';
import { type IssuedProbe, issueProbeToken, type ProbeToken, revokeProbeTokens } from './probe-tokens.ts';
import { type Revocation, type Revoked, revokeTokens } from './revocation.ts';
import { listSigningKeys, rotateSigningKey } from './signing-keys.ts';
import { type TreePage, type TreeQuery, treeRows } from './tree.ts';
import { eachToken, holderOf, stateOf, stateOfFamily } from './walk.ts';

/** Whose tokens and consents are meant: those of a client, or those of a user. */
export type Owner =
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'user'; readonly username: string };

/** Views and actions for the administrators of the server, apart from its endpoints. */
export interface Administration {
  rows(query: TreeQuery): Promise<TreePage>;
  /** Counts everything that is valid now and ends when the owner's registration goes. */
  count(owner: Owner): Promise<{ readonly live: number; readonly grants: number; readonly consents: number }>;
  /** @throws api.not-found */
  revoke(revocation: Revocation): Promise<Revoked>;
  consents(filter: {
    readonly username?: string | undefined;
    readonly clientId?: string | undefined;
  }): readonly ConsentRow[];
  withdrawConsent(
    username: string,
    clientId: string,
    revokesTokens: boolean,
  ): Promise<Revoked & { readonly withdrawn: boolean }>;
  accounts(): readonly Account[];
  unlock(username: string): Promise<boolean>;
  signOut(username: string): number;
  /** A token for traffic that tries a resource server out; null where no client could hold it. */
  issueProbeToken(probe: ProbeToken): Promise<IssuedProbe | null>;
  /** Ends such tokens. */
  revokeProbeTokens(familyIds: readonly string[]): Promise<void>;
  signingKeys(): readonly SigningKeyView[];
  rotateKey(algorithm: SigningAlgorithm): Promise<SigningKeyView>;
  /** Clients that registered themselves. */
  readonly dynamicClients: DynamicClientAdministration;
}

/** Makes the administrators' side of the server. */
export function createAdministration(runtime: Runtime): Administration {
  return {
    rows: (query) => treeRows(runtime, query),
    count: (owner) => countOf(runtime, owner),
    revoke: (revocation) => revokeTokens(runtime, revocation),
    consents: (filter) => listConsents(runtime, filter),
    async withdrawConsent(username, clientId, revokesTokens) {
      const reason = 'The user withdrew the consent.';
      const withdrawn = runtime.consents.withdraw(username, clientId);
      if (withdrawn) runtime.audit.emit('consent.revoked', { username, clientId, reason });
      const target = { kind: 'client', clientId, holder: username } as const;
      const revoked = revokesTokens
        ? await revokeTokens(runtime, { target, by: 'user', reason: '' })
        : { grants: 0, tokens: 0 };
      await runtime.records.commit();
      return { withdrawn, ...revoked };
    },
    accounts: () => listAccounts(runtime),
    unlock: (username) => unlockAccount(runtime, username),
    signOut: (username) => signOutEverywhere(runtime, username),
    issueProbeToken: (probe) => issueProbeToken(runtime, probe),
    revokeProbeTokens: (familyIds) => revokeProbeTokens(runtime, familyIds),
    signingKeys: () => listSigningKeys(runtime),
    rotateKey: (algorithm) => rotateSigningKey(runtime, algorithm),
    dynamicClients: administerDynamicClients(runtime),
  };
}

function listConsents(
  { consents }: Runtime,
  { username, clientId }: Parameters<Administration['consents']>[0],
): readonly ConsentRow[] {
  return [...consents.all()]
    .filter((consent) => username === undefined || consent.username === username)
    .filter((consent) => clientId === undefined || consent.clientId === clientId)
    .map((consent) => ({ ...consent, scopes: [...consent.scopes] }))
    .toSorted((one, other) => other.grantedAtMillis - one.grantedAtMillis);
}

async function countOf(runtime: Runtime, owner: Owner) {
  const now = runtime.clock.nowMillis();
  const isOwners = (holder: string | null, clientId: string) =>
    owner.kind === 'client' ? clientId === owner.clientId : holder === owner.username;
  let live = 0;
  await eachToken(runtime, (token) => {
    if (isOwners(token.holder, token.entry.clientId) && stateOf(runtime, token, now) === 'valid') live += 1;
  });
  const families = [...runtime.families.all()].filter((family) =>
    isOwners(holderOf(family), family.clientId),
  );
  const consents = listConsents(runtime, owner.kind === 'client' ? owner : { username: owner.username });
  return {
    live,
    grants: families.filter((family) => stateOfFamily(runtime, family, now) === 'valid').length,
    consents: consents.length,
  };
}
