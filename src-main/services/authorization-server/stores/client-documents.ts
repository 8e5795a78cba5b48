import type { Client, RegistrationPolicy } from '#shared/workspace/index.ts';
import type { OutgoingResponse } from '../outgoing-call.ts';
import { type JoinClients, withClients } from './client-sources.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const maxDocuments = 100;

/** Documents that one address may have fetched: each request of anybody can ask for another one. */
const fetchThrottle = { attempts: 300, windowSeconds: 60 };

/** A document that passed every check, as a client. */
export interface HeldDocument {
  readonly client: Client;
  /** The policy under which it was judged: under another one it is judged anew. */
  readonly policy: RegistrationPolicy;
  readonly fetchedAtMillis: number;
  readonly freshUntilMillis: number;
}

/** The response with a document, or why there is none. */
export type FetchedDocument = OutgoingResponse | { readonly fault: string };

/** Clients by the documents at their client_id, in memory. draft-ietf-oauth-client-id-metadata-document-02 §5.2 */
export interface ClientDocumentStore {
  /** The document, fresh or not; undefined: it was never seen, or has made room for others. */
  find(url: string): HeldDocument | undefined;
  /** Keeps a document; the one that was used least lately makes room. */
  keep(url: string, held: HeldDocument): void;
  /** Forgets documents beyond the hundred that were used last. */
  bound(): void;
  /** Fetches that have not ended: whoever needs such a document waits for it. */
  readonly fetching: Map<string, Promise<FetchedDocument>>;
  readonly fetches: Throttle;
}

/**
 * Creates the store, empty. Once there is a document, it joins the sources by which clients are known: until then no
 * request passes this file.
 */
export function createClientDocumentStore(isEnabled: () => boolean, join: JoinClients): ClientDocumentStore {
  const held = new Map<string, HeldDocument>();
  let isJoined = false;
  const clientOf = (id: string): Client | undefined => (isEnabled() ? held.get(id)?.client : undefined);

  return {
    fetching: new Map(),
    fetches: createThrottle(fetchThrottle),
    find(url) {
      const found = held.get(url);
      if (found === undefined) return undefined;
      held.delete(url);
      held.set(url, found);
      return found;
    },
    keep(url, document) {
      held.delete(url);
      held.set(url, document);
      if (isJoined) return;
      isJoined = true;
      join((known) => ({
        ...known,
        // Lists of clients are of those that somebody chose: documents are everybody's.
        registrations: () => withClients(known.registrations(), clientOf, () => []),
      }));
    },
    bound() {
      for (const url of held.keys()) {
        if (held.size <= maxDocuments) return;
        held.delete(url);
      }
    },
  };
}
