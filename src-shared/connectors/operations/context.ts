import { GatehouseError } from '../../errors/index.ts';
import { percentEncode } from '../../oauth/percent.ts';
import type { ReadValues, Wanted } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { OperationName } from '../configuration/vocabulary.ts';
import type { RecordReader, TextSource } from '../mapping/readers.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { Values } from '../requests/variables.ts';

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

/** The parts of an object type needed to compile an operation. */
export interface OperationContext {
  readonly type: string;
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly config: ObjectTypeConfiguration;
  readonly report: ProblemReport;
}

/** Values of a request about one object, of which `object` is known beyond its uid. */
export function valuesOfUid(uid: string, object: ReadValues | null = null): Values {
  return { uid, page: null, object };
}

/** The object has not been read yet. */
export const unread: ReadValues = { attributes: {}, name: null, etag: null, isUnread: true };

/** The object is not read at all. */
export const nothingRead: ReadValues = { ...unread, isUnread: false };

/** An operation that is configured. @throws connector.unsupported */
export function configured<Operation>(
  operation: Operation | null,
  name: OperationName,
  type: string,
): Operation {
  if (operation !== null) return operation;
  throw new GatehouseError('connector.unsupported', `${type} has no operation ${name}.`, {
    fix: `Add ${name} to its operations.`,
  });
}
