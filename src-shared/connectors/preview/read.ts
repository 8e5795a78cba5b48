import { GatehouseError } from '../../errors/index.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { responseBudget } from '../bounded-pattern.ts';
import { compileParts } from '../compile-object-type.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { identityKey } from '../mapping/mapped-names.ts';
import { readAttributes, readRecordText, readText, type TextSource } from '../mapping/readers.ts';
import { locateRecords } from '../mapping/records.ts';
import type { MappingLevel } from '../mapping/response-mapping.ts';
import { ProblemReport } from '../problem-report.ts';
import type { ConnectorObject, RemoteResponse } from '../types.ts';
import { mappingRows, sourceRow } from './rows.ts';
import type { ReadPreview } from './types.ts';
import { unmappedFields } from './unmapped.ts';

const maxObjects = 100;
const nothing: ReadPreview = { records: 0, listRoot: null, rows: [], unmapped: [], objects: [] };

/**
 * Previews the objects that an operation reads from a sample answer; an invalid configuration does not make it fail.
 */
export function previewRead(
  name: string,
  config: ObjectTypeConfiguration,
  operation: 'GET' | 'QUERY',
  json: JsonValue,
): ReadPreview {
  const { operations, schema } = compileParts(name, config, new ProblemReport());
  const parts = operations[operation];
  const settings = config.operations?.[operation];
  if (parts === null || settings === null || settings === undefined) return nothing;
  const answer: RemoteResponse = { status: 200, headers: [], text: '', json };
  const sample = operation === 'GET' ? wholeResponse(parts.level, json) : list(parts.level, parts.uid, json);
  const budget = responseBudget();
  const facts = { records: sample.records, answer, isList: operation === 'QUERY', budget };
  const at = `/operations/${operation}`;
  const mapping: MappingEntries = settings.responseMapping ?? { [identityKey]: identityKey };
  const { reader } = sample.level;
  const paths = [
    ...reader.readers.map(({ path }) => path),
    ...[parts.uid, parts.name].flatMap((source) => (source?.kind === 'path' ? [source.path] : [])),
  ];
  return {
    records: sample.records.length,
    listRoot: sample.listRoot,
    rows: [
      sourceRow('__UID__', settings.idPath, `${at}/idPath`, parts.uid, facts),
      sourceRow('__NAME__', settings.namePath, `${at}/namePath`, parts.name, facts),
      ...mappingRows(mapping, ['operations', operation, 'responseMapping'], {
        reader,
        schema,
        records: sample.records,
      }),
    ],
    unmapped: unmappedFields(sample.records, paths),
    objects: sample.records.slice(0, maxObjects).flatMap((record) => {
      const text = (source: TextSource | null) =>
        operation === 'GET' ? readText(source, answer) : readRecordText(source, record, budget);
      return objectOf(sample.level, record, () => ({ uid: text(parts.uid), name: text(parts.name) }));
    }),
  };
}

interface Sample {
  readonly records: readonly JsonValue[];
  readonly level: MappingLevel;
  readonly listRoot: string | null;
}

function wholeResponse(level: MappingLevel, json: JsonValue): Sample {
  return { records: typeof json === 'object' && json !== null ? [json] : [], level, listRoot: null };
}

function list(root: MappingLevel, uid: TextSource | null, json: JsonValue): Sample {
  const { records, level } = locateRecords(root, uid, json);
  const isOne = isJsonObject(json) && records.length === 1 && level.path === null;
  return { records, level, listRoot: isOne ? null : (level.path?.text ?? (Array.isArray(json) ? '' : null)) };
}

function objectOf(
  { reader }: MappingLevel,
  record: JsonValue,
  identify: () => Pick<ConnectorObject, 'uid' | 'name'>,
): readonly ConnectorObject[] {
  try {
    return [{ ...identify(), attributes: readAttributes(reader.chosen('default'), record) }];
  } catch (error) {
    if (error instanceof GatehouseError) return [];
    throw error;
  }
}
