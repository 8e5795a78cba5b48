import { isBearerToken, isGivenTwice, sentTokens } from '#main/platform/bearer-token.ts';
import { boundTokenSteps } from '#main/platform/dpop/index.ts';
import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { parseScope } from '#shared/oauth/index.ts';
import { type ResourceContext, required } from './context.ts';
import { resourceProofs } from './dpop.ts';
import { performed } from './methods.ts';
import { invalidRequest, invalidToken, ResourceRefusal } from './refusal.ts';
import { audienceOfToken, validateToken } from './validation.ts';
import { cacheKey } from './validation-cache.ts';

/** A request for a protected resource, from whoever it may be to the answer. Specification 1 §4.3, RFC 6750 */
export const resourcePipeline: PipelineDefinition<ResourceContext> = {
  id: 'orders',
  steps: [
    { id: 'token-given', rule: 'Token is present', clause: 'RFC 6750 §3', check: findTokens },
    {
      id: 'token-form',
      rule: 'Authorization header contains only a token',
      clause: 'RFC 6750 §2.1',
      check: checkForm,
      applies: ({ sent }) => sent.some(({ method }) => method === 'header'),
    },
    { id: 'one-method', rule: 'Token sent in one way', clause: 'RFC 6750 §2', check: checkOneMethod },
    {
      id: 'query-allowed',
      rule: 'Token is allowed in the query',
      clause: 'RFC 6750 §2.3',
      check: checkQuery,
      applies: ({ bearer }) => required(bearer).method === 'query',
    },
    {
      id: 'audience-asked',
      rule: 'Token is for this resource',
      clause: 'RFC 9700 §4.10.2',
      check: askAudience,
      describe: ({ audience }) =>
        audience === null ? 'Token is not bound to a resource' : `Token is for ${audience}`,
    },
    {
      id: 'validation-fresh',
      rule: 'Cached token validation is recent enough',
      clause: 'RFC 7662 §4',
      check: recall,
      describe: ({ cacheSeconds }) =>
        cacheSeconds === 0 ? 'Every request is validated' : `Validation is cached for ${cacheSeconds} s`,
    },
    {
      id: 'token-valid',
      rule: 'Authorization server reports the token as valid',
      clause: 'RFC 6750 §3.1',
      check: validate,
      applies: ({ valid }) => valid === null,
    },
    ...boundTokenSteps(resourceProofs),
    {
      id: 'audience-named',
      rule: 'Token names this resource as its audience',
      clause: 'RFC 9700 §2.3',
      check: checkAudience,
      applies: ({ settings }) => settings.requireAudience,
    },
    { id: 'scope-sufficient', rule: 'Scope is sufficient', clause: 'RFC 6750 §3.1', check: checkScope },
    {
      id: 'owner-told-apart',
      rule: 'Subject cannot be mistaken for a client',
      clause: 'RFC 9700 §4.15',
      check: findOwner,
      describe: ({ owner }) => `Requested by the ${required(owner).kind} ${required(owner).name}`,
    },
    {
      id: 'answer-private',
      rule: 'Response is not stored by shared caches',
      clause: 'RFC 6750 §2.3',
      check: (context) =>
        void (context.cacheControl = required(context.bearer).method === 'query' ? 'private' : 'no-store'),
    },
    { id: 'answer', rule: 'Response is sent', clause: 'RFC 6750 §2', check: respond },
  ],
  effect: ({ failure, owner, request }) => {
    if (failure !== null || owner === null) return 'No data was returned.';
    return performed(request.method, owner).effect;
  },
};

/** Demands a token for this resource, or for nobody in particular. RFC 8707 §2 */
export function askAudience(context: ResourceContext): void {
  context.audience = context.resource;
}

function findTokens(context: ResourceContext): void {
  const sent = sentTokens(context.request);
  context.sent = isGivenTwice(sent) ? sent : sent.filter(({ token }) => token !== '');
  if (context.sent.length === 0)
    throw new ResourceRefusal({ status: 401, error: null, detail: 'No token was sent.' });
}

/** @throws ResourceRefusal invalid_request */
export function checkForm({ sent }: ResourceContext): void {
  const header = sent.find(({ method }) => method === 'header');
  if (header === undefined || isBearerToken(header.token)) return;
  throw invalidRequest('The Authorization header contains no bearer token.', {
    want: 'A-Z a-z 0-9 - . _ ~ + / =',
  });
}

/** @throws ResourceRefusal invalid_request */
export function checkOneMethod(context: ResourceContext): void {
  const { sent } = context;
  const [only, ...others] = sent;
  if (only === undefined || others.length > 0)
    throw invalidRequest('The token is sent more than once.', {
      want: 'one of header, body and query',
      got: sent.map(({ method }) => method).join(' '),
    });
  context.bearer = only;
}

function checkQuery({ settings }: ResourceContext): void {
  if (settings.queryTokens) return;
  throw invalidRequest(
    'Tokens in the query are not accepted, because logs and browser histories store them.',
    {
      want: 'header or body',
      got: 'query',
    },
  );
}

function keyOf({ bearer, audience }: ResourceContext): string {
  return cacheKey(required(bearer).token, audience);
}

/** Finds a validation that is recent enough. RFC 7662 §4 */
export function recall(context: ResourceContext): void {
  const { cache, nowMillis, cacheSeconds } = context;
  context.valid = cache.find(keyOf(context), nowMillis, cacheSeconds);
}

/** Asks the authorization server. @throws ResourceRefusal invalid_token */
export async function validate(context: ResourceContext): Promise<void> {
  const { ports, cache, bearer, audience, cacheSeconds, nowMillis } = context;
  context.valid = await validateToken(ports, required(bearer).token, audience);
  if (cacheSeconds > 0) cache.keep(keyOf(context), context.valid, nowMillis);
}

/** @throws ResourceRefusal invalid_token */
export async function checkAudience({ ports, bearer, resource: want }: ResourceContext): Promise<void> {
  const named = await audienceOfToken(ports, required(bearer).token);
  if (!named.includes(want))
    throw invalidToken('The token has no audience or another audience.', {
      want,
      got: named.join(' ') || 'none',
    });
}

function checkScope(context: ResourceContext): void {
  const needed = context.needed.join(' ');
  const { scope = '' } = required(context.valid);
  if (parseScope(scope)?.includes(needed) === true) return;
  throw new ResourceRefusal({
    status: 403,
    error: 'insufficient_scope',
    scope: needed,
    want: needed,
    got: scope === '' ? 'none' : scope,
  });
}

/** Tells users and clients apart. RFC 9700 §4.15 */
export function findOwner(context: ResourceContext): void {
  const { access_token: attributes, client_id: clientId } = required(context.valid);
  const username = attributes['username'];
  context.notes.tags.push(`client:${clientId}`);
  context.owner =
    typeof username === 'string' ? { kind: 'user', name: username } : { kind: 'client', name: clientId };
}

function respond(context: ResourceContext): void {
  const { body } = performed(context.request.method, required(context.owner));
  context.body = body === null ? null : JSON.stringify(body);
}
