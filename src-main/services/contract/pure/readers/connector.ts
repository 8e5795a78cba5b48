import type { ClientFact, ReadFact, ResponseFact } from '#shared/contract/facts.ts';
import { withoutEnd } from '#shared/text/ends.ts';
import { isJsonObject, type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { substituteVariables } from '#shared/workspace/variables.ts';
import { encodeLoosely } from '../hosts.ts';
import type { ReaderContext } from './artefact.ts';
import { type JsonLayout, jsonOrigin } from './json-origin.ts';
import { type JsonText, openedOnce } from './json-text.ts';
import { placeIn, stepsOf } from './mapped-body.ts';
import { formMediaType, requestFact } from './request-fact.ts';
import { withQueryText } from './url-edit.ts';

type Members = Readonly<Record<string, JsonValue>>;
const properties: JsonPath = ['configurationProperties'];

/** The requests of a connector configuration: those of its operations and their steps, and that for its token. Spec 2 §A */
export function connectorFacts(
  value: JsonValue,
  open: () => JsonText,
  context: ReaderContext,
): readonly ReadFact[] {
  // Fields with secrets may refer to stored ones in the same spelling: unknown references are kept.
  const filled = substituteVariables(value, context.variables).value;
  const config = membersAt(filled, properties);
  const reader = { config, open: openedOnce(open), context, client: clientOf(config) };
  const operations = Object.entries(membersAt(config, ['objectTypes'])).flatMap(([type, objectType]) =>
    Object.entries(membersAt(objectType, ['operations'])).flatMap(([name, operation]) =>
      operationFacts(reader, operation, [...properties, 'objectTypes', type, 'operations', name]),
    ),
  );
  return [...tokenFacts(reader), ...operations];
}

interface ConnectorReader {
  readonly config: Members;
  readonly open: () => JsonText;
  readonly context: ReaderContext;
  readonly client: ClientFact | null;
}

function clientOf(config: Members): ClientFact | null {
  const { authenticationMethod = 'OAUTH', grantType } = config;
  if (
    (typeof authenticationMethod === 'string' && authenticationMethod.toUpperCase() !== 'OAUTH') ||
    typeof grantType !== 'string'
  )
    return null;
  // No property of a configuration names a role: what its client may do is set up on the platform.
  return { grantType: grantType.toLowerCase(), isPublic: false, role: null };
}

function tokenFacts({ config, open, context, client }: ConnectorReader): readonly ReadFact[] {
  const { tokenEndpoint, scope } = config;
  if (typeof tokenEndpoint !== 'string' || client?.grantType === undefined || client.grantType === null)
    return [];
  const grantType =
    client.grantType === 'jwt_bearer' ? 'urn:ietf:params:oauth:grant-type:jwt-bearer' : client.grantType;
  const fields = [['grant_type', grantType], ...(typeof scope === 'string' ? [['scope', scope]] : [])];
  const members: Readonly<Record<string, string>> = { grant_type: 'grantType', scope: 'scope' };
  const layout: JsonLayout = {
    whole: [...properties, 'tokenEndpoint'],
    url: [...properties, 'tokenEndpoint'],
    form: (name) => ({ path: [...properties, members[name] ?? 'tokenEndpoint'], isText: false }),
  };
  const raw = {
    method: 'POST',
    url: tokenEndpoint,
    // The client authenticates: its secret is elsewhere.
    headers: [
      ['content-type', formMediaType],
      ['authorization', ''],
    ] as const,
    bodyText: fields.map(([name = '', text = '']) => `${name}=${encodeLoosely(text)}`).join('&'),
    isBound: true,
    client,
  };
  return [requestFact(raw, context.hosts, jsonOrigin(open, layout))];
}

function operationFacts(reader: ConnectorReader, operation: JsonValue, path: JsonPath): readonly ReadFact[] {
  if (!isJsonObject(operation)) return [];
  const members: Members = operation;
  const { additionalStep } = members;
  const steps: readonly (readonly [JsonValue, JsonPath])[] = Array.isArray(additionalStep)
    ? (additionalStep as readonly JsonValue[]).map((step, index) => [
        step,
        [...path, 'additionalStep', index],
      ])
    : additionalStep === undefined || additionalStep === null
      ? []
      : [[additionalStep, [...path, 'additionalStep']]];
  return [
    ...requestFacts(reader, members, path),
    ...steps.flatMap(([step, at]) => (isJsonObject(step) ? requestFacts(reader, step, at) : [])),
  ];
}

function requestFacts(reader: ConnectorReader, request: Members, path: JsonPath): readonly ReadFact[] {
  const { config, open, context, client } = reader;
  if (typeof request['path'] !== 'string') return [];
  const base = typeof config['serviceUri'] === 'string' ? config['serviceUri'] : '';
  const query = Object.entries(membersAt(request, ['queryParams'])).flatMap(([name, text]) =>
    typeof text === 'string' ? [`${encodeLoosely(name)}=${encodeLoosely(text)}`] : [],
  );
  const raw = {
    method: typeof request['method'] === 'string' ? request['method'] : 'GET',
    url: withQueryText(joined(base, request['path']), query.join('&')),
    headers: headersOf(config, request),
    ...bodyOf(request),
    ...responseOf(request),
    isBound: true,
    ...(client === null ? {} : { client }),
  };
  return [requestFact(raw, context.hosts, jsonOrigin(open, layoutOf(config, request, path)))];
}

function layoutOf(config: Members, request: Members, path: JsonPath): JsonLayout {
  const inRequest = (member: string, name: string): JsonPath | null => {
    const key = keyOf(membersAt(request, [member]), name);
    return key === null ? null : [...path, member, key];
  };
  return {
    whole: path,
    method: [...path, 'method'],
    url: [...path, 'path'],
    header(name) {
      const key = keyOf(membersAt(config, ['defaultHeaders']), name);
      return inRequest('headers', name) ?? (key === null ? null : [...properties, 'defaultHeaders', key]);
    },
    query: (name) => inRequest('queryParams', name),
    body(steps) {
      const mapped = placeIn(request['requestMapping'], steps);
      const fixed = { path: [...path, 'requestBody', ...steps] };
      if (mapped === null) return isGiven(request['requestBody']) ? fixed : null;
      // Where both make it, a change of one would leave the other.
      if (valueAt(request['requestBody'], steps) !== undefined) return { ...fixed, as: 'mention' };
      const as = mapped.isOnly ? 'target' : 'mention';
      return { path: [...path, 'requestMapping', ...mapped.at], as };
    },
    responseBody(steps) {
      const mapped = placeIn(request['responseMapping'], steps);
      const location = mapped === null ? path : [...path, 'responseMapping', ...mapped.at];
      return { path: location, as: 'mention' };
    },
  };
}

function headersOf(config: Members, request: Members): readonly (readonly [string, string])[] {
  const own = membersAt(request, ['headers']);
  return [...Object.entries(own), ...Object.entries(membersAt(config, ['defaultHeaders']))].flatMap(
    ([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []),
  );
}

/** The body as it would be sent, with `{{attribute}}` for what an attribute brings. */
function bodyOf(request: Members): { readonly body?: JsonValue } {
  const body = isGiven(request['requestBody']) ? request['requestBody'] : undefined;
  const mapped = stepsOf(request['requestMapping']);
  if (mapped.length === 0) return body === undefined ? {} : { body };
  return {
    body: mapped.reduce<JsonValue>((soFar, { steps, name }) => withMember(soFar, steps, name), body ?? {}),
  };
}

function responseOf(request: Members): { readonly response?: ResponseFact } {
  const read = stepsOf(request['responseMapping']);
  if (read.length === 0) return {};
  const body = read.reduce<JsonValue>((soFar, { steps, name }) => withMember(soFar, steps, name), {});
  return { response: { status: 200, headers: new Map(), body } };
}

function withMember(value: JsonValue, [step, ...rest]: readonly string[], name: string): JsonValue {
  if (step === undefined) return `{{${name}}}`;
  const members: Members = isJsonObject(value) ? value : {};
  return { ...members, [step]: withMember(members[step] ?? {}, rest, name) };
}

function membersAt(value: JsonValue, path: JsonPath): Members {
  const found = valueAt(value, path);
  return isJsonObject(found) ? found : {};
}

function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null;
}

function keyOf(members: Members, name: string): string | null {
  return Object.keys(members).find((key) => key.toLowerCase() === name.toLowerCase()) ?? null;
}

function joined(base: string, path: string): string {
  return base === '' ? path : `${withoutEnd(base, '/')}/${path.replace(/^\/+/, '')}`;
}
