import {
  type Attributes,
  type CompiledObjectType,
  checkAttributes,
  nothingRead,
  type ReadValues,
  type RemoteRequest,
} from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { isPasswordName } from '../remote/masking.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import { built, type ConnectorContext, notJson, ofStep, readFrom, reportResponse } from './context.ts';
import { readPresent, valuesOf } from './present.ts';

/** Creates an object and returns its uid; an empty one in a dry run. @throws ConnectorFailure */
export async function createOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  given: Attributes,
  call: Call,
): Promise<string> {
  const attributes = checked(type, 'CREATE', given);
  const request = built(() => type.createRequest(attributes));
  const sent = await context.requester.perform(type, request, { call, secrets: passwordsOf(attributes) });
  reportResponse(call, sent);
  if (sent === null) return '';
  // A uid that is taken from a header field needs no body.
  const uid = built(() => type.createdUid(sent.response, attributes));
  if (uid === null) {
    const { response } = sent;
    if (response.json === undefined && response.text.trim() !== '') throw notJson(response).at(sent.step());
    throw new ConnectorFailure(
      'OTHER',
      'The remote system accepted the object, but its response has no uid at idPath.',
      {
        fix: 'Correct idPath of CREATE. header:Location reads the uid from that header, and {userName} from the attribute.',
      },
    ).at(sent.step());
  }
  const done = `${uid} was created`;
  await furtherWrites(context, type, 'CREATE', { uid, attributes, call, done, read: null });
  return uid;
}

/** Changes an object and returns its uid. @throws ConnectorFailure */
export async function updateOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  given: Attributes,
  call: Call,
): Promise<string> {
  const attributes = checked(type, 'UPDATE', given);
  const request = built(() => type.updateRequest(uid, attributes));
  // Where everything is left out that may not be changed, nothing is left to change.
  const names = Object.keys(attributes);
  if (names.length === 0 && call.isDryRun !== true) return uid;
  const isLost = request === null && built(() => type.writeSteps('UPDATE', uid, attributes)).length === 0;
  // Their paths in requestMapping cannot be read.
  if (isLost && names.length > 0)
    throw new ConnectorFailure('CONFIGURATION', `UPDATE has no usable path for ${names.join(', ')}.`, {
      fix: 'Correct the paths in requestMapping of UPDATE.',
    });
  const secrets = passwordsOf(attributes);
  const isRead = (request !== null && type.sendsAll) || built(() => type.readsBefore('UPDATE', attributes));
  const answer = isRead ? await readPresent(context, type, uid, call) : null;
  const read = isRead ? valuesOf(type, 'UPDATE', answer) : null;
  const whole = request === null ? null : mainUpdate(type, { uid, attributes, read }, answer);
  const sent = whole === null ? null : await context.requester.perform(type, whole, { call, secrets });
  reportResponse(call, sent);
  const now = sent === null ? uid : built(() => type.updatedUid(uid, sent.response));
  const done = request === null ? null : `${now} was changed`;
  await furtherWrites(context, type, 'UPDATE', { uid: now, attributes, call, done, read });
  return now;
}

/** The main request, with the whole object where UPDATE replaces it; in a dry run, which reads nothing, as far as it is known. */
function mainUpdate(
  type: CompiledObjectType,
  { uid, attributes, read }: Pick<Written, 'uid' | 'attributes' | 'read'>,
  answer: SentRequest | null,
): RemoteRequest | null {
  if (answer !== null && type.sendsAll)
    return readFrom(answer, (response) => type.wholeRequest(uid, attributes, response));
  return built(() => type.updateRequest(uid, attributes, read ?? nothingRead));
}

/** Deletes an object. @throws ConnectorFailure */
export async function deleteOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  call: Call,
): Promise<void> {
  const isRead = built(() => type.readsBefore('DELETE', {}));
  const answer = isRead ? await readPresent(context, type, uid, call) : null;
  const read = isRead ? valuesOf(type, 'DELETE', answer) : null;
  const request = built(() => type.deleteRequest(uid, read ?? nothingRead));
  reportResponse(call, await context.requester.perform(type, request, { call }));
  const done = `${uid} was deleted`;
  await furtherWrites(context, type, 'DELETE', { uid, attributes: {}, call, done, read });
}

interface Written {
  readonly uid: string;
  readonly attributes: Attributes;
  readonly call: Call;
  /** Values of the object as it was before; null: it was not read. */
  readonly read: ReadValues | null;
  /** The effect of the main request; null: no request was needed. */
  readonly done: string | null;
}

/** Nothing is undone if one of them fails: the completed changes are reported. */
async function furtherWrites(
  context: ConnectorContext,
  type: CompiledObjectType,
  operation: 'CREATE' | 'UPDATE' | 'DELETE',
  { uid, attributes, call, done, read }: Written,
): Promise<void> {
  let before = done;
  let known = read;
  for (const step of built(() => type.writePlan(operation, attributes))) {
    try {
      // The request before it has changed the ETag.
      if (step.reads === 'etag' || (step.reads === 'object' && known === null))
        known = valuesOf(type, operation, await readPresent(context, type, uid, call));
      const values = known ?? nothingRead;
      const request = built(() => step.request(uid, values));
      await context.requester.perform(type, request, { call, secrets: passwordsOf(attributes) });
    } catch (error) {
      if (before === null) throw ofStep(error, `${uid} was not changed`);
      throw ofStep(error, `${before}, but an additional request failed`, uid);
    }
    before ??= `${uid} was changed`;
  }
}

function checked(type: CompiledObjectType, operation: 'CREATE' | 'UPDATE', given: Attributes): Attributes {
  const { attributes, problems } = checkAttributes(type, operation, given);
  if (problems.length === 0) return attributes;
  throw new ConnectorFailure('INVALID_ATTRIBUTE', problems.map(({ message }) => message).join(' '), {
    fix: `Correct ${problems.map(({ attribute }) => attribute).join(', ')}.`,
  });
}

function passwordsOf(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    isPasswordName(name) && typeof value === 'string' ? [value] : [],
  );
}
