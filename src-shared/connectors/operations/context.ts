import { GatehouseError } from '../../errors/index.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { OperationName } from '../configuration/vocabulary.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { Values } from '../requests/variables.ts';

/** The parts of an object type needed to compile an operation. */
export interface OperationContext {
  readonly type: string;
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly config: ObjectTypeConfiguration;
  readonly report: ProblemReport;
}

/** Values of a request about one object. */
export function valuesOfUid(uid: string): Values {
  return { uid, page: null };
}

/** Values of a request that is about no object yet. */
export const noValues: Values = { uid: null, page: null };

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
