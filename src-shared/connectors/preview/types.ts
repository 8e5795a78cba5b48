import type { JsonValue } from '../../workspace/three-way.ts';
import type { Failure, FilterPlan } from '../compiled.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import type { ConnectorObject, ConnectorProblem, RemoteRequest } from '../types.ts';
import type { ValueProblem } from '../values/index.ts';

/** The values that one path finds in the records of a sample. */
export interface PreviewRow {
  /** `__UID__` and `__NAME__` mean idPath and namePath. */
  readonly attribute: string;
  readonly path: string;
  /** In the object type. */
  readonly pointer: string;
  /** Records in which it leads to something. */
  readonly matched: number;
  readonly of: number;
  /** Values of the first records, converted where they can be; null for those without. */
  readonly values: readonly JsonValue[];
  /** Why the path cannot be read, or a value not converted. */
  readonly problem: string | null;
}

/** A value of the sample that no path reads. */
export interface UnmappedField {
  readonly path: string;
  readonly sample: JsonValue;
  /** Records that have it. */
  readonly count: number;
  readonly suggestedType: AttributeType;
  readonly isMultivalued: boolean;
}

/** The data that a configuration reads from a sample. */
export interface ReadPreview {
  readonly records: number;
  /** Path of the list of records: empty for the whole answer; null: the answer is one object. */
  readonly listRoot: string | null;
  readonly rows: readonly PreviewRow[];
  readonly unmapped: readonly UnmappedField[];
  /** The first records; those with a value that cannot be converted are left out. */
  readonly objects: readonly ConnectorObject[];
}

/** The requests that a configuration would send. */
export interface WritePreview {
  readonly requests: readonly RemoteRequest[];
  /** Paths in the object as it is that a replacing UPDATE leaves out; empty also where the object is not known. */
  readonly lost: readonly string[];
  readonly problems: readonly (ValueProblem | ConnectorProblem)[];
}

/** The plan and request that result from a filter. */
export interface FilterPreview {
  readonly plan: FilterPlan | null;
  /** null: nothing would be asked. */
  readonly request: RemoteRequest | null;
  readonly problem: { readonly message: string; readonly offset: number | null } | null;
}

/** The failure that an answer means. */
export interface ExceptionPreview {
  readonly failure: Failure;
  /** Of the rule that won, in the object type; null: the status alone decided. */
  readonly pointer: string | null;
}
