import type { OutgoingResponse } from '../outgoing-call.ts';
import type { ClientMetadata } from '../registration/metadata.ts';

/** A client ID metadata document on its way through its checks; each step fills in its results. */
export interface DocumentRun {
  /** The client_id. */
  readonly url: string;
  /** Where the document comes from; null: it is not read yet. */
  source: 'cache' | 'network' | null;
  /** Addresses that may be connected to; null: all. */
  admits: ((address: string) => boolean) | null;
  /** Largest body that is read, in bytes. */
  maxBytes: number;
  response: OutgoingResponse | null;
  members: Readonly<Record<string, unknown>>;
  metadata: ClientMetadata | null;
}
