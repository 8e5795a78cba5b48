import type { Wanted } from '../compiled.ts';
import type { GetOperation } from '../configuration/operations.ts';
import { compileTextSource, readAttributes, readText, type TextSource } from '../mapping/readers.ts';
import { compileResponseMapping, type MappingLevel } from '../mapping/response-mapping.ts';
import { compileRequest, fillRequest, type RequestTemplate } from '../requests/request-template.ts';
import type { ConnectorObject, RemoteRequest, RemoteResponse } from '../types.ts';
import { type OperationContext, valuesOfUid, wantedPairs } from './context.ts';
import { type CompiledReadStep, compileReadSteps } from './read-steps.ts';

/** GET, parsed. */
export interface CompiledGet {
  readonly request: RequestTemplate;
  readonly level: MappingLevel;
  readonly uid: TextSource | null;
  readonly name: TextSource | null;
  readonly steps: readonly CompiledReadStep[];
}

/** Parses GET. */
export function compileGet(get: GetOperation, context: OperationContext): CompiledGet {
  const { schema, report } = context;
  const at = ['operations', 'GET'];
  return {
    request: compileRequest(get, { kind: 'main', operation: 'GET' }, schema),
    level: compileResponseMapping(get.responseMapping, schema, [...at, 'responseMapping'], report),
    uid: compileTextSource(get.idPath, get.idRegularExpression, [...at, 'idPath'], report),
    name: compileTextSource(get.namePath, null, [...at, 'namePath'], report),
    steps: compileReadSteps(get.additionalStep, 'GET', context),
  };
}

/** The request that reads one object. */
export function getRequest(
  get: CompiledGet,
  uid: string,
  wanted: Wanted,
  attrToGetKey: string | null | undefined,
): RemoteRequest {
  const query = wantedPairs(attrToGetKey, wanted, get.level.reader, [get.uid, get.name]);
  return fillRequest(get.request, valuesOfUid(uid), { query });
}

/** Reads the object from the answer; null: no path leads to anything. @throws connector.value-* */
export function readObject(
  { level, uid, name }: CompiledGet,
  response: RemoteResponse,
  wanted: Wanted,
): ConnectorObject | null {
  const { json } = response;
  if (typeof json !== 'object' || json === null) return null;
  const object = {
    uid: readText(uid, response),
    name: readText(name, response),
    attributes: readAttributes(level.reader.chosen(wanted), json),
  };
  const isFound = object.uid !== null || Object.keys(object.attributes).length > 0;
  // It may have none of the wanted attributes, and exist all the same.
  return isFound || level.reader.readers.some(({ path }) => path.read(json) !== undefined) ? object : null;
}
