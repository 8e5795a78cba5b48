import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { readRecordText, type TextSource } from './readers.ts';
import type { MappingLevel } from './response-mapping.ts';

/** Records of an answer, and the level of the mapping that reads them. */
export interface Located {
  readonly records: readonly JsonValue[];
  readonly level: MappingLevel;
  /** True if the answer has a place for records, even an empty one; any other answer may mean something else. */
  readonly isFound: boolean;
}

/**
 * Finds the list of records: the answer itself, or the value of the first key of the mapping that is a list.
 * Without a list, an object with a uid is the only record.
 */
export function locateRecords(
  root: MappingLevel,
  uid: TextSource | null,
  json: JsonValue | undefined,
): Located {
  const levels = allLevels(root);
  for (const level of levels) {
    const value = valueAt(level, json);
    if (Array.isArray(value)) return { records: value as readonly JsonValue[], level, isFound: true };
  }
  for (const level of levels) {
    const value = valueAt(level, json);
    if (isJsonObject(value) && readRecordText(uid, value) !== null)
      return { records: [value], level, isFound: true };
  }
  const isEmpty =
    json === undefined || saysNothing(json) || levels.some((level) => valueAt(level, json) === null);
  return { records: [], level: root, isFound: isEmpty };
}

/** Names of counts by which remotes say that nothing was found, where they leave out the list. RFC 7644 §3.4.2 */
const countNames =
  /^(?:total(?:results|count|items|records|size|hits)?|(?:result|item|record)?_?count|size)$/i;

function saysNothing(json: JsonValue): boolean {
  return (
    isJsonObject(json) && Object.entries(json).some(([name, value]) => value === 0 && countNames.test(name))
  );
}

function valueAt({ path }: MappingLevel, json: JsonValue | undefined): JsonValue | undefined {
  return path === null ? json : path.read(json);
}

function allLevels(level: MappingLevel): readonly MappingLevel[] {
  return level.levels.length === 0 ? [level] : [level, ...level.levels.flatMap(allLevels)];
}

/**
 * The level at which records begin, told from the configuration alone: a single key without entries beside it leads to
 * the list, unless uid or name are found through that key.
 */
export function recordLevel(root: MappingLevel, sources: readonly (TextSource | null)[]): MappingLevel {
  const [only] = root.levels;
  if (root.hasEntries || only === undefined || root.levels.length > 1) return root;
  const name = only.path?.steps.at(0)?.key;
  const isEmbedded = sources.some(
    (source) => source?.kind === 'path' && source.path.steps.length > 1 && source.path.root === name,
  );
  return isEmbedded ? root : recordLevel(only, sources);
}
