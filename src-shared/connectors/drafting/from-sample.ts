import { withoutEnd } from '../../text/ends.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { JsonObject } from '../types.ts';
import { guessAttributes, guessId, guessName } from './attributes.ts';
import type { DraftResource } from './document.ts';
import { pagingOfSample } from './paging.ts';
import { findRecords } from './records.ts';

export interface SampleInput {
  /** An answer of the remote: a list, or one object. */
  readonly sample: JsonValue;
  /** Path of the list below the base URL, such as /users. */
  readonly path: string;
  readonly objectType: string;
}

/** A draft from a sample, with notes for the user to check. */
export interface SampleDraft {
  readonly resource: DraftResource;
  readonly records: number;
  readonly filters: JsonObject | null;
  readonly notes: readonly string[];
}

/** How filters are written for SCIM. RFC 7644 §3.4.2.2 */
const scimFilters: JsonObject = {
  queryParamKey: 'filter',
  quotes: '"',
  separator: ' ',
  operators: {
    equals: 'eq',
    contains: 'co',
    startswith: 'sw',
    endswith: 'ew',
    greaterthan: 'gt',
    greateroreq: 'ge',
    lessthan: 'lt',
    lessoreq: 'le',
    presence: 'pr',
    and: 'and',
    or: 'or',
    not: 'not',
  },
};

function isScim(sample: JsonValue): boolean {
  const schemas = isJsonObject(sample) ? sample['schemas'] : null;
  return (
    Array.isArray(schemas) && schemas.some((schema) => String(schema).startsWith('urn:ietf:params:scim:'))
  );
}

/** A path with one slash before it and none behind. */
export function cleanPath(path: string): string {
  return `/${withoutEnd(path.trim(), '/').replace(/^\/+/, '')}`;
}

/** Drafts operations and schema from an answer of the remote. */
export function draftFromSample({ sample, path, objectType }: SampleInput): SampleDraft {
  const { root, isList, records } = findRecords(sample);
  const id = guessId(records);
  const name = guessName(records);
  const idWay = id ?? ['id'];
  const collectionPath = cleanPath(path);
  const schemas = records[0]?.['schemas'];
  const notes = [
    ...(records.length === 0 ? ['The sample contains no object. Add the attributes manually.'] : []),
    ...(id === null && records.length > 0 ? ['The sample has no identifier. “id” is assumed.'] : []),
    ...(name === null ? ['The sample has no display name. The identifier is used instead.'] : []),
  ];
  return {
    resource: {
      objectType,
      collectionPath,
      itemPath: `${collectionPath}/{uid}`,
      methods: {
        GET: 'GET',
        QUERY: 'GET',
        CREATE: 'POST',
        UPDATE: isScim(sample) ? 'PUT' : 'PATCH',
        DELETE: 'DELETE',
      },
      listRoot: isList ? root : [],
      itemRoot: isList ? [] : root,
      bodyRoot: isList ? [] : root,
      // SCIM objects name their schemas in every body. RFC 7644 §3.3
      bodyTemplate: isScim(sample) && schemas !== undefined ? { schemas } : null,
      idWay,
      nameWay: name ?? idWay,
      attributes: guessAttributes(records, [idWay]),
      paging: pagingOfSample(sample),
    },
    records: records.length,
    filters: isScim(sample) ? scimFilters : null,
    notes,
  };
}
