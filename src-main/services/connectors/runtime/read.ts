import type { CompiledObjectType, ConnectorObject, Wanted } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { fieldOf } from '../remote/fields.ts';
import { built, type ConnectorContext, readFrom, reportResponse } from './context.ts';
import { inParallel } from './in-parallel.ts';
import { trimmed, withNeeds } from './wanted.ts';

/** Reads one object; null in a dry run. @throws ConnectorFailure */
export async function readOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  wanted: Wanted,
  call: Call,
  notes: readonly string[] = [],
): Promise<ConnectorObject | null> {
  const hasSteps = (type.config.operations?.GET?.additionalStep.length ?? 0) > 0;
  const read = hasSteps ? withNeeds(type, wanted, type.stepNeeds('GET', wanted)) : wanted;
  const request = built(() => type.getRequest(uid, read));
  const sent = await context.requester.perform(type, request, { call, notes });
  reportResponse(call, sent);
  if (sent === null) {
    await fillAttributes(context, type, 'GET', { uid, name: null, attributes: {} }, wanted, call);
    return null;
  }
  const object = readFrom(sent, (response) => type.readObject(response, read));
  if (object === null)
    throw new ConnectorFailure('NOT_FOUND', 'The answer of the remote holds no object.', {
      fix: 'Check the uid, and the paths of the operation GET.',
    }).at(sent.step());
  const known = object.uid === null ? { ...object, uid } : object;
  if (!hasSteps) return known;
  const etag = fieldOf(sent.response.headers, 'etag');
  const filled = await fillAttributes(context, type, 'GET', known, wanted, call, etag);
  return trimmed(type, { read, wanted }, filled);
}

/** The object with the attributes that further requests fill, as many at a time as there are connections. */
export async function fillAttributes(
  { document, requester }: ConnectorContext,
  type: CompiledObjectType,
  operation: 'GET' | 'QUERY',
  object: ConnectorObject,
  wanted: Wanted,
  call: Call,
  etag: string | null = null,
): Promise<ConnectorObject> {
  const { uid, name, attributes } = object;
  const read = { attributes, name, etag, isUnread: call.isDryRun === true };
  const steps = uid === null ? [] : built(() => type.readSteps(operation, uid, wanted, read));
  if (steps.length === 0) return object;
  const { maximumConnections } = document.configurationProperties;
  const filled = await inParallel(steps, maximumConnections, async (request) => {
    const { purpose } = request;
    if (purpose.kind !== 'step' || purpose.attribute === null) return null;
    try {
      const sent = await requester.perform(type, request, { call });
      const value =
        sent === null
          ? undefined
          : readFrom(sent, (response) => type.readStep(operation, purpose.index, response));
      return value === undefined ? null : ([purpose.attribute, value] as const);
    } catch (error) {
      throw ofStep(error, `${purpose.attribute} could not be read`);
    }
  });
  const values: Readonly<Record<string, JsonValue>> = Object.fromEntries(
    filled.filter((each) => each !== null),
  );
  return { ...object, attributes: { ...object.attributes, ...values } };
}

/** Converts the failure of a further request to one of the operation: it does not say that the object is missing. */
export function ofStep(error: unknown, what: string, completedUid: string | null = null): unknown {
  if (!(error instanceof ConnectorFailure)) return error;
  const isAboutObject = error.type === 'NOT_FOUND' || error.type === 'ALREADY_EXIST';
  return error.with({ completedUid }, `${what}: ${error.message}`, isAboutObject ? 'OTHER' : error.type);
}
