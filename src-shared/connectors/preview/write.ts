import { GatehouseError } from '../../errors/index.ts';
import { compileObjectType } from '../compile-object-type.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { JsonObject } from '../types.ts';
import { checkAttributes } from '../values/index.ts';
import type { WritePreview } from './types.ts';

/** The requests that a write would send, one after the other; nothing of a wrong configuration makes it fail. */
export function previewWrite(
  name: string,
  config: ObjectTypeConfiguration,
  operation: 'CREATE' | 'UPDATE',
  attributes: JsonObject,
  uid: string,
): WritePreview {
  const { type, problems } = compileObjectType(name, config);
  const checked = checkAttributes(type, operation, attributes);
  const found = [
    ...problems.filter(({ pointer }) => pointer.startsWith(`/operations/${operation}/`)),
    ...checked.problems,
  ];
  if (!type.has(operation)) return { requests: [], problems: found };
  try {
    const main =
      operation === 'CREATE'
        ? type.createRequest(checked.attributes)
        : type.updateRequest(uid, checked.attributes);
    const requests = main === null ? [] : [main];
    return {
      requests: [...requests, ...type.writeSteps(operation, uid, checked.attributes)],
      problems: found,
    };
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    const { code, message, fix = '' } = error;
    return {
      requests: [],
      problems: [...found, { code, message, fix, severity: 'error', pointer: `/operations/${operation}` }],
    };
  }
}
