import type {
  CompiledObjectType,
  ConnectorDocument,
  ConnectorProblem,
  RemoteResponse,
} from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { ConnectorFailure, type FailureType } from '../failure.ts';
import type { Call, ConnectorPorts } from '../ports.ts';
import { mediaTypeOf } from '../remote/fields.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import type { Requester } from './requester.ts';

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
    fix: `It has: ${[...types.keys()].join(', ')}.`,
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
    `The remote answered with status ${status} and ${isPage ? 'an HTML page' : type === '' ? 'something' : type} that is no JSON.`,
    {
      fix: isPage
        ? 'Check serviceUri and the path: pages often come from a sign-in or from a proxy.'
        : 'Look at the answer, and ask the remote for JSON by a header field.',
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
