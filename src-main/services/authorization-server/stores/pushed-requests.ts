import type { RecordStore } from '#main/platform/ports.ts';
import { tokenHash } from '../token-factory.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';

/** Kind of its records. */
export const pushedRequestKind = 'as.pushed';

/** Requests of one client that may wait for their browsers at a time. RFC 9126 §2.3 */
export const maxWaiting = 1_000;

/** An authorization request that a client pushed; its `request_uri` is known by its hash alone. RFC 9126 §2 */
export interface PushedRequest {
  readonly clientId: string;
  /** The parameters in form encoding, without what authenticated the client; empty once they are of no more use. */
  parameters: string;
  /** True if they were those of a signed request object. */
  readonly isSigned: boolean;
  readonly pushedAtMillis: number;
  readonly expiresAtMillis: number;
  /** True once a response was issued for it. */
  used: boolean;
}

export interface PushedRequestStore {
  find(requestUri: string): PushedRequest | undefined;
  add(requestUri: string, entry: PushedRequest): void;
  /** Uses a request up; false: that was done before. The caller commits. */
  use(requestUri: string): boolean;
  /** Seconds until a client may push once more; 0: now. */
  waitSeconds(clientId: string, nowMillis: number): number;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** Keeps pushed requests in memory and writes them through, sealed: they may tell of people. */
export function createPushedRequestStore(records: RecordStore): PushedRequestStore {
  const requests = createExpiringMap<PushedRequest>(({ expiresAtMillis }) => expiresAtMillis);
  /** Ids of those that wait, by client, in the order in which they came. */
  const waiting = new Map<string, Set<string>>();

  const write = (id: string, entry: PushedRequest): void => {
    records.put(
      pushedRequestKind,
      id,
      { ...entry },
      { ...recordExpiry(entry.expiresAtMillis), sealed: true },
    );
  };

  function remember(id: string, entry: PushedRequest, nowMillis: number): void {
    requests.add(id, entry, nowMillis);
    if (entry.used) return;
    const ids = waiting.get(entry.clientId) ?? new Set();
    waiting.set(entry.clientId, ids.add(id));
  }

  function stopWaiting(id: string, { clientId }: PushedRequest): void {
    const ids = waiting.get(clientId);
    ids?.delete(id);
    if (ids?.size === 0) waiting.delete(clientId);
  }

  /** Lets go of the parameters of those that nobody can use any more: what is kept stays small. */
  function endWaits(clientId: string, nowMillis: number): void {
    for (const id of waiting.get(clientId) ?? []) {
      const entry = requests.get(id);
      if (entry === undefined) waiting.get(clientId)?.delete(id);
      else if (entry.expiresAtMillis <= nowMillis) {
        entry.parameters = '';
        stopWaiting(id, entry);
      } else return;
    }
  }

  return {
    find: (requestUri) => requests.get(tokenHash(requestUri)),
    add(requestUri, entry) {
      const id = tokenHash(requestUri);
      remember(id, entry, entry.pushedAtMillis);
      write(id, entry);
    },
    use(requestUri) {
      const id = tokenHash(requestUri);
      const entry = requests.get(id);
      // One that is dropped had ended before the sign-ins that began with it.
      if (entry === undefined) return true;
      if (entry.used) return false;
      entry.used = true;
      entry.parameters = '';
      stopWaiting(id, entry);
      write(id, entry);
      return true;
    },
    waitSeconds(clientId, nowMillis) {
      if ((waiting.get(clientId)?.size ?? 0) < maxWaiting) return 0;
      endWaits(clientId, nowMillis);
      const ids = waiting.get(clientId);
      if (ids === undefined || ids.size < maxWaiting) return 0;
      const [oldest = ''] = ids;
      const endsAtMillis = requests.get(oldest)?.expiresAtMillis ?? nowMillis;
      return Math.max(1, Math.ceil((endsAtMillis - nowMillis) / 1_000));
    },
    async load(nowMillis) {
      const found = await records.list<PushedRequest>(pushedRequestKind);
      const inOrder = found.toSorted((one, other) => one.value.pushedAtMillis - other.value.pushedAtMillis);
      for (const { id, value } of inOrder) remember(id, value, nowMillis);
      requests.purge(nowMillis);
    },
    purge(nowMillis) {
      for (const clientId of waiting.keys()) endWaits(clientId, nowMillis);
      requests.purge(nowMillis);
    },
    forget() {
      requests.clear();
      waiting.clear();
    },
  };
}
