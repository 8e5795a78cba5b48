import { useDeferredValue, useMemo } from 'react';
import { listRootOf } from '#shared/connectors/drafting/index.ts';
import { compilePath, previewRead, type ReadPreview } from '#shared/connectors/index.ts';
import { valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Sample, sampleKey } from '../kept-studios.ts';
import { nodePath } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';

export type ReadOperation = 'GET' | 'QUERY';

/** A mapping tried on a sample. */
export interface ShownRead {
  readonly operation: ReadOperation;
  readonly sample: Sample;
  readonly read: ReadPreview;
  /** Path of the list of records: empty for the whole answer; null: the answer is one object. */
  readonly listRoot: string | null;
  readonly records: readonly JsonValue[];
}

function recordsAt(sample: JsonValue, root: string | null): readonly JsonValue[] {
  if (root === null) return [sample];
  const compiled = root === '' ? null : compilePath(root);
  const list = compiled === null ? sample : 'path' in compiled ? compiled.path.read(sample) : undefined;
  return Array.isArray(list) ? list : [];
}

/** Tries the mapping of a read operation on its sample, without any network; null: there is nothing to try it on. */
export function useReadPreview(studio: Studio, operation: ReadOperation | null): ShownRead | null {
  const { connector, objectType, kept, document } = studio;
  const sample = operation === null ? undefined : kept.samples.get(sampleKey(objectType, operation));
  const config = useDeferredValue(connector?.configurationProperties.objectTypes[objectType]);
  const mapping =
    operation === null
      ? undefined
      : valueAt(document, [
          ...nodePath({ kind: 'operation', type: objectType, operation }),
          'responseMapping',
        ]);
  const isUnmapped = Object.keys(mapping ?? {}).length === 0;
  return useMemo(() => {
    const isConfigured = operation !== null && config?.operations?.[operation] !== undefined;
    if (operation === null || sample === undefined || config === undefined || !isConfigured) return null;
    const read = previewRead(objectType, config, operation, sample.json);
    // The configuration does not say yet where the records are.
    const guessed = operation === 'QUERY' && isUnmapped ? listRootOf(sample.json) : null;
    const listRoot = isUnmapped ? guessed : read.listRoot;
    return { operation, sample, read, listRoot, records: recordsAt(sample.json, listRoot) };
  }, [operation, sample, config, objectType, isUnmapped]);
}
