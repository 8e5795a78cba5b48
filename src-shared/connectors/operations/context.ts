import type { ReadValues } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { ProblemReport } from '../problem-report.ts';

/** The parts of an object type needed to compile an operation. */
export interface OperationContext {
  readonly type: string;
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly config: ObjectTypeConfiguration;
  readonly report: ProblemReport;
}

/** The object has not been read yet. */
export const unread: ReadValues = { attributes: {}, name: null, etag: null, isUnread: true };

/** The object is not read at all. */
export const nothingRead: ReadValues = { ...unread, isUnread: false };
