/** That a resource is deprecated, since when, until when it is there, and what takes its place. */
export interface Deprecated {
  readonly sinceMillis: number;
  /** URL of what takes its place. */
  readonly successor: string;
}

/** Nobody has said when the old forms end: the end of a year that is far enough. */
const sunsetMillis = Date.UTC(2030, 11, 31, 23, 59, 59);

/** `Deprecation`, `Sunset` and `Link` as alternating names and values. RFC 9745 §2.1, RFC 8594 §3, RFC 5829 §3.1 */
export function deprecationHeaders({ sinceMillis, successor }: Deprecated): readonly string[] {
  return [
    'Deprecation',
    `@${Math.floor(sinceMillis / 1_000)}`,
    'Sunset',
    new Date(sunsetMillis).toUTCString(),
    'Link',
    `<${successor}>; rel="successor-version"`,
  ];
}
