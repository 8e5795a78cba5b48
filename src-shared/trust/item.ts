/** The access of a workspace beyond its own folder and this machine's loopback. */
export const trustKinds = [
  /** A service listens on an address that others reach: `gateway 0.0.0.0`. */
  'listen',
  /** Requests go through a proxy: `proxy.example:8080`. */
  'proxy',
  /** A certificate authority of the workspace is trusted: the path of its file. */
  'ca-file',
  /** A server is told the passwords that people type: its URL. */
  'validator',
  /** A script runs: its file, or the file in which it stands. */
  'script',
  /** Attack cases of its own are played: the file that holds them. */
  'attack',
  /** A server beyond this machine is asked: its host. */
  'destination',
  /** A server is asked whose host the files do not tell: the file that leads there. */
  'elsewhere',
] as const;
export type TrustKind = (typeof trustKinds)[number];

/** One thing that a workspace would do if it were trusted. */
export interface TrustItem {
  readonly kind: TrustKind;
  readonly value: string;
  /** The files that say so, as paths below the workspace. */
  readonly files: readonly string[];
}

/** Names an item in decisions. */
export function trustKey({ kind, value }: Pick<TrustItem, 'kind' | 'value'>): string {
  return `${kind} ${value}`;
}
