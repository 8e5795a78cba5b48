import { createHash } from 'node:crypto';
import type { RecordStore } from '#main/platform/ports.ts';
import type { Clock } from '#shared/time/clock.ts';
import {
  type Client,
  clientFileSchema,
  clientOfMetadata,
  type RegistrationPolicy,
} from '#shared/workspace/index.ts';
import { type ClientSources, type JoinClients, withClients } from './client-sources.ts';
import type { Throttle } from './throttle.ts';

/** Kind of its records. */
export const dynamicClientKind = 'as.dynamic-client';

/** A client that registered itself: what its record holds, sealed. RFC 7591 §3.2.1 */
export interface DynamicRegistration {
  readonly clientId: string;
  /** All registered metadata by the names of RFC 7591 §2, with what the server filled in. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null: the client has none. */
  readonly secret: string | null;
  /** SHA-256 of the registration access token. */
  readonly tokenHash: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  /** An administrator switched it off: the server knows neither the client nor its token. */
  readonly isDisabled: boolean;
  /** Where the registration came from. */
  readonly address: string;
}

export interface DynamicClientStore {
  /** Live registrations, disabled ones among them. */
  all(nowMillis: number): readonly DynamicRegistration[];
  /** Null: unknown or expired. */
  find(clientId: string, nowMillis: number): DynamicRegistration | null;
  /** Puts a registration in the place of one with the same client_id, if any. The caller commits. */
  put(registration: DynamicRegistration): void;
  remove(clientId: string): void;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Requests by address, for the rate that they were made for. */
  rate: { readonly perMinute: number; readonly throttle: Throttle } | null;
}

interface Entry {
  readonly registration: DynamicRegistration;
  /** The same object until the registration changes. */
  readonly client: Client | null;
  /** The policy under which the client was made. */
  readonly policy: RegistrationPolicy;
}

/**
 * Keeps clients that registered themselves in memory and writes them through, sealed. Once there is one, it joins the
 * sources by which clients are known: until then no request passes this file.
 */
export function createDynamicClientStore(
  records: RecordStore,
  clock: Clock,
  policyNow: () => RegistrationPolicy,
  join: JoinClients,
): DynamicClientStore {
  const entries = new Map<string, Entry>();
  let isJoined = false;

  function remember(registration: DynamicRegistration): void {
    const policy = policyNow();
    entries.set(registration.clientId, { registration, client: toClient(registration, policy), policy });
    if (isJoined) return;
    isJoined = true;
    join(joined);
  }

  const find = (clientId: string, nowMillis: number): DynamicRegistration | null => {
    const found = entries.get(clientId)?.registration;
    return found === undefined || found.expiresAtMillis <= nowMillis ? null : found;
  };
  const live = (clientId: string): DynamicRegistration | null => {
    const found = find(clientId, clock.nowMillis());
    return found?.isDisabled === false ? found : null;
  };

  /** The policy in force decides about scopes and audiences: what it takes away, a client of yesterday loses too. */
  function clientOf(clientId: string): Client | undefined {
    const entry = entries.get(clientId);
    if (entry === undefined || live(clientId) === null) return undefined;
    if (entry.policy !== policyNow()) remember(entry.registration);
    return entries.get(clientId)?.client ?? undefined;
  }

  function joined({ registrations, clientSecret }: ClientSources): ClientSources {
    return {
      registrations: () => withClients(registrations(), clientOf, () => entries.keys()),
      clientSecret: (id) => live(id)?.secret ?? clientSecret(id),
    };
  }

  return {
    rate: null,
    all: (nowMillis) =>
      [...entries.values()]
        .map(({ registration }) => registration)
        .filter(({ expiresAtMillis }) => expiresAtMillis > nowMillis),
    find,
    put(registration) {
      remember(registration);
      records.put(
        dynamicClientKind,
        registration.clientId,
        { ...registration },
        { expiresAtMillis: registration.expiresAtMillis, sealed: true },
      );
    },
    remove(clientId) {
      if (entries.delete(clientId)) records.remove(dynamicClientKind, clientId);
    },
    async load(nowMillis) {
      for (const { value } of await records.list<DynamicRegistration>(dynamicClientKind))
        if (value.expiresAtMillis > nowMillis) remember(value);
    },
    purge(nowMillis) {
      for (const [id, { registration }] of entries)
        if (registration.expiresAtMillis <= nowMillis) entries.delete(id);
    },
  };
}

/**
 * The client as every endpoint sees it; null where a later version no longer reads its metadata. It may ask for every
 * scope and audience of the policy: clients register the first one that they need, and come back for others.
 */
function toClient(
  { metadata, clientId, secret }: DynamicRegistration,
  { scopes, audiences }: RegistrationPolicy,
): Client | null {
  const parsed = clientFileSchema.safeParse({
    ...metadata,
    client_id: clientId,
    scope: scopes.join(' '),
    audience: audiences,
    ...(secret === null ? {} : { client_secret: secret }),
  });
  if (!parsed.success) return null;
  return clientOfMetadata(
    parsed.data,
    secret === null ? null : createHash('sha256').update(secret, 'utf8').digest(),
  );
}
