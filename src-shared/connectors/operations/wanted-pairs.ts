import { percentEncode } from '../../oauth/percent.ts';
import type { Wanted } from '../compiled.ts';
import type { RecordReader } from '../mapping/readers.ts';
import type { TextSource } from '../mapping/uid-source.ts';

/**
 * The pair that names the wanted attributes to the remote, including the sources of uid and name; without
 * names: none.
 */
export function wantedPairs(
  attrToGetKey: string | null | undefined,
  wanted: Wanted,
  reader: RecordReader,
  sources: readonly (TextSource | null)[],
): readonly string[] {
  if (attrToGetKey === null || attrToGetKey === undefined || attrToGetKey === '' || wanted === 'default')
    return [];
  const names = new Set([
    ...sources.flatMap((source) => (source?.kind === 'path' ? (source.path.root ?? []) : [])),
    ...reader.chosen(wanted).map(({ path }) => path.remoteName),
  ]);
  return [
    `${percentEncode(attrToGetKey)}=${[...names]
      .filter((name) => name !== '')
      .map(percentEncode)
      .join(',')}`,
  ];
}
