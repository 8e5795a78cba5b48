import { createDpopState, type DpopState } from '#main/platform/dpop/index.ts';
import type { Logger, RecordStore } from '#main/platform/ports.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { Outbox } from '#main/services/outbox/index.ts';
import type { FaultEffect } from '#shared/api/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { AuthorizationServerSettings, Client, Registrations, Vendor } from '#shared/workspace/index.ts';
import { type Audit, createAudit } from './audit.ts';
import { createProviderStore, type ProviderStore } from './identity-providers/provider-store.ts';
import { createSigningKeys, type SigningKeys } from './keys/signing-keys.ts';
import { type AccessTokenStore, accessTokenKind, createAccessTokenStore } from './stores/access-tokens.ts';
import { type ClientDocumentStore, createClientDocumentStore } from './stores/client-documents.ts';
import { type ClientKeyStore, createClientKeyStore } from './stores/client-key-store.ts';
import type { JoinClients } from './stores/client-sources.ts';
import { type CodeStore, codeKind, createCodeStore } from './stores/codes.ts';
import { type ConsentStore, consentKind, createConsentStore } from './stores/consents.ts';
import { createDynamicClientStore, type DynamicClientStore } from './stores/dynamic-clients.ts';
import { createFamilyStore, type FamilyStore, familyKind } from './stores/families.ts';
import { createGuessStore, type GuessStore, guessKind } from './stores/guesses.ts';
import { createInitialTokenStore, type InitialTokenStore } from './stores/initial-tokens.ts';
import {
  createPushedRequestStore,
  type PushedRequestStore,
  pushedRequestKind,
} from './stores/pushed-requests.ts';
import {
  createRefreshTokenStore,
  type RefreshTokenStore,
  refreshTokenKind,
} from './stores/refresh-tokens.ts';
import {
  clientAssertionKind,
  createReplayStore,
  jwtGrantKind,
  type ReplayStore,
  samlAssertionKind,
} from './stores/replay-store.ts';
import { createSessionStore, type SessionStore } from './stores/sessions.ts';
import { createThrottle, type Throttle } from './stores/throttle.ts';
import { createTransactionStore, type TransactionStore } from './stores/transactions.ts';
import { createTokenFactory, type TokenFactory } from './token-factory.ts';

/** Wrong secrets for one client from one address. RFC 6749 §2.3.1 */
const clientThrottle = { attempts: 20, windowSeconds: 60 };

/** Names that one address tries in vain: one password for many locks none of them. RFC 6819 §4.4.3.6 */
const nameThrottle = { attempts: 20, windowSeconds: 60 };

/** External dependencies of the authorization server; the functions are called anew for every request. */
export interface AuthorizationServerDeps {
  readonly settings: () => AuthorizationServerSettings;
  readonly vendor: () => Vendor;
  readonly registrations: () => Registrations;
  /** The secret of a client that signs with it; null: it has none that is known. */
  readonly clientSecret: (clientId: string) => string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly records: RecordStore;
  /**
   * Kinds of records that are incomplete, and the last time at which that was found; absent: all are
   * complete.
   */
  readonly doubts?: ReadonlyMap<string, number>;
  readonly logger: Logger;
  /** Scheme and authority under which clients reach the server, without a slash at the end. */
  readonly issuer: () => string;
  /** Sends a request to another server and records it. */
  readonly send: SendRecorded;
  /** Delivers what clients are to be told, over restarts. */
  readonly outbox: Pick<Outbox, 'register' | 'enqueue' | 'pending'>;
  /** Why a server is not told what people type; null: it is; absent: every one is. */
  readonly refusesValidator?: (url: string) => string | null;
  /** Faults that are on for a path and an exchange's tags; absent: none ever. */
  readonly faults?: (path: string, tags: readonly string[]) => readonly FaultEffect[];
}

/** The server's dependencies and its state. */
export interface Runtime extends AuthorizationServerDeps {
  readonly tokens: TokenFactory;
  readonly families: FamilyStore;
  readonly accessTokens: AccessTokenStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly codes: CodeStore;
  readonly pushedRequests: PushedRequestStore;
  /** Clients that registered themselves; `registrations` knows them too. */
  readonly dynamicClients: DynamicClientStore;
  /** Clients that are described by a document at their client_id; `registrations` knows them too. */
  readonly clientDocuments: ClientDocumentStore;
  readonly initialTokens: InitialTokenStore;
  readonly consents: ConsentStore;
  readonly transactions: TransactionStore;
  readonly sessions: SessionStore;
  readonly guesses: GuessStore;
  /** Wrong secrets of clients. */
  readonly clientGuesses: Throttle;
  /** Names that were tried in vain. */
  readonly nameGuesses: Throttle;
  /** SAML assertions that were used. */
  readonly replays: ReplayStore;
  /** JWTs that were used as grants. RFC 7523 §2.1 */
  readonly jwtGrants: ReplayStore;
  /** JWTs by which clients authenticated. */
  readonly clientAssertions: ReplayStore;
  readonly clientKeys: ClientKeyStore;
  /** Proofs of keys that were used. RFC 9449 §11.1 */
  readonly dpop: DpopState;
  readonly providers: ProviderStore;
  readonly keys: SigningKeys;
  readonly audit: Audit;
  /** HTTP Basic headers that proved a registration, with the registration that they proved. */
  readonly provenHeaders: Map<string, Client>;
}

/** Creates the state, empty. */
export function createRuntime(deps: AuthorizationServerDeps): Runtime {
  const { records } = deps;
  const doubtedAt = (kind: string) => deps.doubts?.get(kind) ?? null;
  const tokens = createTokenFactory(deps.random);
  const policy = () => deps.settings().registrationPolicy;
  const join: JoinClients = (around) => {
    const { registrations, clientSecret } = runtime;
    Object.assign(runtime, around({ registrations, clientSecret }));
  };
  const dynamicClients = createDynamicClientStore(records, deps.clock, policy, join);
  const isDocumented = () => deps.settings().clientIdMetadataDocuments.enabled;
  const runtime: Runtime = {
    ...deps,
    tokens,
    families: createFamilyStore(records),
    accessTokens: createAccessTokenStore(records),
    refreshTokens: createRefreshTokenStore(records),
    codes: createCodeStore(records),
    pushedRequests: createPushedRequestStore(records),
    dynamicClients,
    clientDocuments: createClientDocumentStore(isDocumented, join),
    initialTokens: createInitialTokenStore(records),
    consents: createConsentStore(records),
    transactions: createTransactionStore(),
    sessions: createSessionStore(() => tokens.next()),
    guesses: createGuessStore(records, doubtedAt(guessKind)),
    clientGuesses: createThrottle(clientThrottle),
    nameGuesses: createThrottle(nameThrottle),
    replays: createReplayStore(records, samlAssertionKind, doubtedAt(samlAssertionKind)),
    jwtGrants: createReplayStore(records, jwtGrantKind, doubtedAt(jwtGrantKind)),
    clientAssertions: createReplayStore(records, clientAssertionKind, doubtedAt(clientAssertionKind)),
    clientKeys: createClientKeyStore(),
    dpop: createDpopState(),
    providers: createProviderStore(),
    keys: createSigningKeys(records, tokens),
    audit: createAudit(deps.clock, tokens),
    provenHeaders: new Map(),
  };
  return runtime;
}

/** Restores the committed state: families first, since tokens need theirs. */
export async function loadRuntime(runtime: Runtime): Promise<void> {
  const now = runtime.clock.nowMillis();
  await runtime.families.load(now);
  await Promise.all([
    runtime.accessTokens.load(runtime.families, now),
    runtime.refreshTokens.load(runtime.families, now),
    runtime.codes.load(now),
    runtime.pushedRequests.load(now),
    runtime.dynamicClients.load(now),
    runtime.initialTokens.load(now),
    runtime.consents.load(),
    runtime.guesses.load(now),
    runtime.replays.load(now),
    runtime.jwtGrants.load(now),
    runtime.clientAssertions.load(now),
    runtime.keys.load(),
  ]);
}

/** The kinds of records that the server keeps. */
export const authorizationServerRecords = {
  tokens: [accessTokenKind, refreshTokenKind, codeKind, familyKind, pushedRequestKind],
  consents: [consentKind],
} as const;

/** Drops from memory all that was issued. */
export function forgetTokens(runtime: Runtime): void {
  const { accessTokens, refreshTokens, codes, families, pushedRequests } = runtime;
  for (const store of [accessTokens, refreshTokens, codes, families, pushedRequests]) store.forget();
}

/** Drops what ended more than ten minutes ago from memory; the record store drops its copies itself. */
export function purgeRuntime(runtime: Runtime): void {
  const now = runtime.clock.nowMillis();
  runtime.accessTokens.purge(now);
  runtime.refreshTokens.purge(now);
  runtime.codes.purge(now);
  runtime.pushedRequests.purge(now);
  runtime.dynamicClients.purge(now);
  runtime.initialTokens.purge(now);
  runtime.families.purge(now);
  runtime.transactions.purge(now);
  runtime.sessions.purge(now);
  runtime.guesses.purge(now);
  runtime.replays.purge(now);
  runtime.jwtGrants.purge(now);
  runtime.clientAssertions.purge(now);
}
