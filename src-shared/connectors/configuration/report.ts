import type { ErrorCode } from '../../errors/codes.ts';
import { type JsonPath, toPointer } from '../../workspace/json-pointer.ts';
import type { ConnectorProblem } from '../types.ts';

/** A problem at a place of a document. */
export function problemAt(
  path: JsonPath,
  code: ErrorCode,
  severity: ConnectorProblem['severity'],
  message: string,
  fix: string,
): ConnectorProblem {
  return { code, severity, message, fix, pointer: toPointer(path) };
}
