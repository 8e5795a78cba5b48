/** A request that somebody sent to the malicious server. */
export interface Received {
  readonly endpoint: 'authorization' | 'token' | 'resource' | 'metadata';
  /** Parameters of query or form; of repeated ones the first. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The Authorization header; null: there was none. */
  readonly authorization: string | null;
}
