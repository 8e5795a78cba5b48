import { DeadlineQueue, systemTimers, type Timers } from '#main/platform/timers.ts';
import type {
  CompiledObjectType,
  ConnectorDocument,
  ConnectorObject,
  ConnectorProblem,
  RemoteResponse,
  Wanted,
} from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { ConnectorFailure, type FailureType } from '../failure.ts';
import type { Call, ConnectorPorts } from '../ports.ts';
import { fieldOf, mediaTypeOf } from '../remote/message.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import type { Admit } from './admission/index.ts';
import { inParallel } from './in-parallel.ts';
import type { Requester } from './requester.ts';

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
    throw new ConnectorFailure('NOT_FOUND', 'The response of the remote system contains no object.', {
      fix: 'Check the uid and the paths of the GET operation.',
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

type TimeoutKey = keyof NonNullable<ConnectorDocument['operationTimeout']>;

/** How long operations may take where `operationTimeout` does not say, in milliseconds. Spec 2 §1 */
const usualMillis = {
  CREATE: 15_000,
  UPDATE: 15_000,
  DELETE: 15_000,
  GET: 15_000,
  SEARCH: 15_000,
  SCRIPT_ON_CONNECTOR: 15_000,
  TEST: 5_000,
} as const satisfies Partial<Record<TimeoutKey, number>>;

type Operation = keyof typeof usualMillis;

/** The deadlines of the operations under way, by their names. */
export type OperationDeadlines = Map<Operation, DeadlineQueue>;

/** Limits for an operation. */
export interface OperationBounds {
  readonly document: ConnectorDocument;
  /** null: everything may begin. */
  readonly admit: Admit | null;
  readonly deadlines: OperationDeadlines;
  /** Absent: those of the machine. */
  readonly timers: Timers | undefined;
}

/**
 * Performs an operation when its turn has come, in the time that it may take with that.
 * @throws ConnectorFailure TIMEOUT, RETRYABLE
 */
export async function within<T>(
  { document, admit, deadlines, timers = systemTimers }: OperationBounds,
  operation: Operation,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  const limitMillis = call.timeoutMillis ?? document.operationTimeout?.[operation] ?? usualMillis[operation];
  const admitted =
    admit === null ? perform : (bounded: Call) => afterAdmission(admit, operation, bounded, perform);
  if (limitMillis <= 0) return admitted(call);
  const deadline = queueOf(deadlines, operation, limitMillis).begin();
  const { signal: outer } = call;
  const stop = () => deadline.stop(outer?.reason);
  if (outer?.aborted === true) stop();
  outer?.addEventListener('abort', stop, { once: true });
  try {
    return await admitted({ ...call, signal: deadline, deadlineMillis: timers.nowMillis() + limitMillis });
  } finally {
    deadline.end();
    outer?.removeEventListener('abort', stop);
  }
}

/** A call with a limit of its own gets a queue of its own. */
function queueOf(deadlines: OperationDeadlines, operation: Operation, limitMillis: number): DeadlineQueue {
  const known = deadlines.get(operation);
  if (known?.limitMillis === limitMillis) return known;
  const queue = new DeadlineQueue(limitMillis, () => tooSlow(operation, limitMillis));
  if (known === undefined) deadlines.set(operation, queue);
  return queue;
}

async function afterAdmission<T>(
  admit: Admit,
  operation: Operation,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  if (call.isDryRun === true || call.replay !== undefined) return perform(call);
  const leave = await admit(operation, call.signal);
  try {
    return await perform(call);
  } finally {
    leave();
  }
}

function tooSlow(operation: string, limitMillis: number): ConnectorFailure {
  return new ConnectorFailure('TIMEOUT', `${operation} took longer than ${limitMillis} ms.`, {
    fix: `Increase operationTimeout.${operation}, or request less data at a time.`,
  });
}

/** Dependencies of the operations of a connector. */
export interface ConnectorContext {
  readonly document: ConnectorDocument;
  readonly ports: ConnectorPorts;
  readonly types: ReadonlyMap<string, CompiledObjectType>;
  /** Problems of the object types. */
  readonly problems: readonly ConnectorProblem[];
  readonly requester: Requester;
}

/** An object type by its name. @throws ConnectorFailure UNSUPPORTED */
export function typeOf({ types }: ConnectorContext, name: string): CompiledObjectType {
  const type = types.get(name);
  if (type !== undefined) return type;
  throw new ConnectorFailure('UNSUPPORTED', `The connector has no object type ${name}.`, {
    fix: `Available object types: ${[...types.keys()].join(', ')}.`,
  });
}

const buildingTypes: Readonly<Record<string, FailureType>> = {
  'connector.unsupported': 'UNSUPPORTED',
  'connector.not-found': 'NOT_FOUND',
  'connector.filter-invalid': 'BAD_REQUEST',
  'connector.invalid-attribute': 'INVALID_ATTRIBUTE',
  'connector.expression-costly': 'CONFIGURATION',
  'connector.configuration': 'CONFIGURATION',
};

/** Processes the requested data. @throws ConnectorFailure if it is not usable */
export function built<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof GatehouseError) || error instanceof ConnectorFailure) throw error;
    const isValue = error.code.startsWith('connector.value-');
    throw failureOf(buildingTypes[error.code] ?? (isValue ? 'INVALID_ATTRIBUTE' : 'CONFIGURATION'), error);
  }
}

/** Reads something from an answer. @throws ConnectorFailure with the step where the answer is of no use */
export function readFrom<T>({ response, step }: SentRequest, read: (response: RemoteResponse) => T): T {
  if (response.json === undefined && response.text.trim() !== '') throw notJson(response).at(step());
  try {
    return read(response);
  } catch (error) {
    if (!(error instanceof GatehouseError) || error instanceof ConnectorFailure) throw error;
    throw failureOf(buildingTypes[error.code] ?? 'OTHER', error).at(step());
  }
}

/** An answer that is none that could be mapped. */
export function notJson({ status, headers, text }: RemoteResponse): ConnectorFailure {
  const type = mediaTypeOf(headers);
  const isPage = type === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  return new ConnectorFailure(
    'OTHER',
    `The remote system responded with status ${status} and ${isPage ? 'an HTML page' : type === '' ? 'a body' : type} that is not JSON.`,
    {
      fix: isPage
        ? 'Check serviceUri and the path. HTML pages often come from a sign-in page or a proxy.'
        : 'Check the response, and request JSON with an Accept header.',
    },
  );
}

function failureOf(type: FailureType, error: GatehouseError): ConnectorFailure {
  return new ConnectorFailure(type, error.message, {
    ...(error.fix === undefined ? {} : { fix: error.fix }),
    cause: error,
  });
}

/** Tells the observer of an operation the response of its main request. */
export function reportResponse(call: Call, sent: SentRequest | null): void {
  if (sent !== null) call.onResponse?.(sent);
}

/** The wanted attributes with those that are needed to find or to fill them. */
export function withNeeds(type: CompiledObjectType, wanted: Wanted, needs: readonly string[]): Wanted {
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  return needs.every((name) => named.has(name) || !type.schema.has(name))
    ? wanted
    : new Set([...named, ...needs]);
}

/** Removes attributes that were read only because something else needed them. */
export function trimmed(
  type: CompiledObjectType,
  { read, wanted }: { readonly read: Wanted; readonly wanted: Wanted },
  object: ConnectorObject,
): ConnectorObject {
  if (read === wanted) return object;
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  const kept = Object.entries(object.attributes).filter(([name]) => named.has(name));
  return { ...object, attributes: Object.fromEntries(kept) };
}

const hidden: ReadonlySet<string> = new Set(['NOT_RETURNED_BY_DEFAULT', 'NOT_READABLE']);
const defaults = new WeakMap<CompiledObjectType, ReadonlySet<string>>();

/** The attributes that come without being named. */
function defaultsOf(type: CompiledObjectType): ReadonlySet<string> {
  const known = defaults.get(type);
  if (known !== undefined) return known;
  const names = new Set(
    [...type.schema].flatMap(([name, { flags }]) => (flags.some((flag) => hidden.has(flag)) ? [] : [name])),
  );
  defaults.set(type, names);
  return names;
}
