import { GatehouseError } from '../../errors/index.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { compileObjectType } from '../compile-object-type.ts';
import type { CompiledObjectType, ReadValues } from '../compiled.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { unread } from '../operations/context.ts';
import { compilePath } from '../paths/index.ts';
import type { Attributes, JsonObject, RemoteRequest } from '../types.ts';
import { checkAttributes } from '../values/index.ts';
import type { WritePreview } from './types.ts';
import { valuePaths } from './unmapped.ts';

/** A write that is tried without any network. */
export interface WriteTrial {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly attributes: JsonObject;
  readonly uid: string;
  /** Answer of the remote to GET, which UPDATE lays the attributes over; null: none is known. */
  readonly present: JsonValue | null;
}

/** The requests that a write would send, one after the other; nothing of a wrong configuration makes it fail. */
export function previewWrite(name: string, config: ObjectTypeConfiguration, trial: WriteTrial): WritePreview {
  const { operation, uid } = trial;
  const { type, problems } = compileObjectType(name, config);
  const checked = checkAttributes(type, operation, trial.attributes);
  const found = [
    ...problems.filter(({ pointer }) => pointer.startsWith(`/operations/${operation}/`)),
    ...checked.problems,
  ];
  if (!type.has(operation)) return { requests: [], lost: [], problems: found };
  try {
    const read = presentValues(type, trial);
    const main =
      operation === 'CREATE'
        ? type.createRequest(checked.attributes)
        : mainUpdate(type, trial, checked.attributes, read);
    const requests = main === null ? [] : [main];
    return {
      requests: [...requests, ...type.writeSteps(operation, uid, checked.attributes, read)],
      lost: main === null || operation === 'CREATE' ? [] : lostBy(main, type, trial.present),
      problems: found,
    };
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    const { code, message, fix = '' } = error;
    const failed = { code, message, fix, severity: 'error', pointer: `/operations/${operation}` } as const;
    const isFound = found.some((problem) => problem.message === message);
    return { requests: [], lost: [], problems: isFound ? found : [...found, failed] };
  }
}

function mainUpdate(
  type: CompiledObjectType,
  { uid, present }: WriteTrial,
  attributes: Attributes,
  read: ReadValues,
): RemoteRequest | null {
  const request = type.updateRequest(uid, attributes, read);
  if (request === null || present === null || !type.sendsAll) return request;
  return type.wholeRequest(uid, attributes, { headers: [], json: present, isSample: true });
}

/** Values of the object in the sample; placeholders for the rest are shown as they are. */
function presentValues(type: CompiledObjectType, { operation, present }: WriteTrial): ReadValues {
  if (operation === 'CREATE' || present === null || !type.has('GET')) return unread;
  return type.readValues(operation, { headers: [], json: present, isSample: true });
}

/** Paths that a PUT leaves out of the object; its uid stands in the path. */
function lostBy(
  { method, body }: RemoteRequest,
  { config, sendsAll }: CompiledObjectType,
  present: JsonValue | null,
): readonly string[] {
  if (method !== 'PUT' || sendsAll || present === null) return [];
  const kept = new Set(body === undefined ? [] : valuePaths(body));
  const idPath = compilePath(config.operations?.GET?.idPath ?? '');
  if ('path' in idPath) kept.add(idPath.path.text);
  return valuePaths(present).filter((path) => !kept.has(path));
}
