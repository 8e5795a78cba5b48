import type { Step } from '#main/platform/pipeline.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { Route } from '../context.ts';
import { type PlatformContext, param, required } from '../context.ts';
import { notFound, PlatformError } from '../failure.ts';
import { chooseRoute, jsonPatchType, mediaTypeOf, readsJson } from './media-types.ts';
import { transactionHeader } from './responses.ts';

type PlatformStep = Step<PlatformContext>;

/** Levels of lists and objects in a body. */
const maxBodyDepth = 32;

/** Checks of each request, in this order. Spec 3 §4, §5, §8 */
export const platformSteps: readonly PlatformStep[] = [
  {
    id: 'transaction',
    rule: 'Transaction id has at most 100 characters',
    clause: 'consent-platform-semantics §7',
    check: readTransaction,
  },
  {
    id: 'address',
    rule: 'Path exists on the platform',
    clause: 'Spec 3 §4',
    check: findRoutes,
  },
  { id: 'token', rule: 'Token is valid', clause: 'RFC 6750 §3.1', check: checkToken },
  {
    id: 'route',
    rule: 'Method and media type are allowed for this path',
    clause: 'Spec 3 §4.1',
    check: (context) => void (required(context.match).route = chooseRoute(context)),
  },
  {
    id: 'worker',
    rule: 'Token belongs to a worker application',
    clause: 'Spec 3 §5',
    check: checkWorker,
    describe: ({ actor }) => `Requested by ${actor?.username ?? actor?.clientId ?? 'an unknown client'}`,
  },
  {
    id: 'rate',
    rule: 'Rate limit of the endpoint group is not exceeded',
    clause: 'Spec 3 §8',
    check: (context) => context.rateLimits.admit(routeOf(context).rateGroup),
    describe: (context) => `Group ${routeOf(context).rateGroup} is within its limit`,
  },
  { id: 'accept', rule: 'Client accepts JSON', clause: 'RFC 9110 §12.5.1', check: checkAccept },
  {
    id: 'environment',
    rule: 'Environment exists',
    clause: 'Spec 3 §4',
    applies: (context) => param(context, 'env') !== '',
    check: checkEnvironment,
  },
  {
    id: 'body',
    rule: 'Body is JSON that matches the schema',
    clause: 'Spec 3 §4.1',
    applies: (context) => readsJson(routeOf(context)),
    check: readBody,
  },
  {
    id: 'perform',
    rule: 'Platform performs the request',
    clause: 'Spec 3 §4',
    check: async (context) => void (context.response = await routeOf(context).perform(context)),
  },
];

/** The call that a request is. */
function routeOf({ match }: PlatformContext): Route {
  return required(required(match).route);
}

function readTransaction(context: PlatformContext): void {
  const { ports, request } = context;
  const name = transactionHeader(ports.vendor().header);
  const given = request.headers[name.toLowerCase()];
  if (typeof given !== 'string' || given === '') return;
  if (given.length > 100)
    throw new PlatformError(400, 'INVALID_REQUEST', `${name} has more than 100 characters.`, {
      got: String(given.length),
      want: '100',
    });
  context.transactionId = given;
}

function findRoutes(context: PlatformContext): void {
  context.match = context.routes.find(context.request.path);
  if (context.match === null) throw notFound('path', context.request.path);
}

function checkToken(context: PlatformContext): void {
  const token = /^Bearer +(\S+)$/i.exec(context.request.headers.authorization ?? '')?.[1];
  const facts = token === undefined ? null : context.ports.introspect(token);
  if (facts !== null) {
    context.actor = facts;
    context.notes.tags.push(`client:${facts.clientId}`);
    return;
  }
  const challenge = token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  throw new PlatformError(
    401,
    'ACCESS_FAILED',
    'The request could not be completed. You do not have access.',
    {
      detail: token === undefined ? 'No token was sent.' : 'The token is not valid.',
      details: [{ code: 'INVALID_TOKEN', message: 'The access token is missing, expired or revoked.' }],
      headers: ['WWW-Authenticate', challenge],
    },
  );
}

function checkWorker(context: PlatformContext): void {
  const { actor, ports } = context;
  const { clientId, username, scope } = required(actor);
  if (ports.isWorker(clientId)) return;
  const { selfScope } = routeOf(context);
  const isOwn = username !== null && isOwnUser(context, username);
  if (selfScope !== undefined && isOwn && grants(scope, selfScope)) return;
  throw new PlatformError(
    403,
    'ACCESS_FAILED',
    'The request could not be completed. You do not have access.',
    {
      detail: `The client ${clientId} is not a worker application.`,
      want: '"application_type": "worker" in the registration of the client',
      got: scope === '' ? 'no scope' : `scope ${scope}`,
      headers: ['WWW-Authenticate', 'Bearer error="insufficient_scope"'],
    },
  );
}

/** Tests whether the user in the path is the user of the token. */
function isOwnUser(context: PlatformContext, username: string): boolean {
  return context.state.users.get(param(context, 'user'))?.value['username'] === username;
}

/** Scopes have a prefix, which each platform chooses: `<prefix>:reset:userPassword`. */
function grants(scope: string, wanted: string): boolean {
  return scope
    .split(' ')
    .some((each) => /^[a-z0-9]+:/.test(each) && each.slice(each.indexOf(':') + 1) === wanted);
}

function checkAccept({ request: { headers } }: PlatformContext): void {
  const { accept } = headers;
  if (accept === undefined || accept === '') return;
  const ranges = accept.split(',').map((range) => range.trim().toLowerCase());
  const takes = (range: string) =>
    /^(?:\*\/\*|application\/\*|application\/(?:[\w.-]+\+)?json)(?:\s*;|$)/.test(range) &&
    !/;\s*q=0(?:\.0*)?\s*$/.test(range);
  if (ranges.some(takes)) return;
  throw new PlatformError(406, 'INVALID_REQUEST', 'The platform responds only with JSON.', {
    want: 'application/json',
    got: accept,
  });
}

function checkEnvironment(context: PlatformContext): void {
  const id = param(context, 'env');
  if (context.state.entities.get('environments', id) === undefined) throw notFound('environment', id);
}

function readBody(context: PlatformContext): void {
  const value = parsed(context.request.body);
  const wanted = takenBody(context);
  const kind = isJsonObject(value) ? 'object' : Array.isArray(value) ? 'list' : null;
  if (kind === null || (wanted !== 'either' && wanted !== kind))
    throw new PlatformError(
      400,
      'INVALID_REQUEST',
      `The request could not be completed: its body is not a JSON ${wanted === 'list' ? 'list' : 'object'}.`,
    );
  if (isDeeper(value, maxBodyDepth))
    throw new PlatformError(
      400,
      'INVALID_REQUEST',
      `The request could not be completed: its body has more than ${maxBodyDepth} levels.`,
      { want: String(maxBodyDepth) },
    );
  if (isJsonObject(value)) context.body = value;
  else context.operations = value as readonly unknown[];
}

/**
 * Returns the forms that a body may take: operations on a resource come as a list, by their own media type or as
 * JSON. RFC 6902 §3
 */
function takenBody(context: PlatformContext): 'object' | 'list' | 'either' {
  if (routeOf(context).takesOperations !== true) return 'object';
  return mediaTypeOf(context) === jsonPatchType ? 'list' : 'either';
}

/**
 * Tests whether lists and objects are nested more than so many levels deep: nothing that is kept could be written
 * then.
 */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return {};
  return parsedJson(body.toString('utf8')) ?? null;
}
