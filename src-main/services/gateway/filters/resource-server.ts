import { isBearerToken } from '#main/platform/bearer-token.ts';
import { boundTokenSteps, createDpopState } from '#main/platform/dpop/index.ts';
import { compilePipeline, type PipelineDefinition, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import type { TraceRule } from '#shared/exchange/index.ts';
import type { ResourceServerConfig } from '#shared/gateway/types.ts';
import { resourceMetadataUrl } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { GatewayContext } from '../context.ts';
import type { GatewayResponse } from '../response.ts';
import { headerValues } from '../scope.ts';
import { ResolverFailure, type ResolveToken } from '../tokens/resolver.ts';
import { TokenCache } from '../tokens/token-cache.ts';
import { boundTokens, challengeIn, nonceOf } from './bound-tokens.ts';
import type { RunningFilter } from './filter.ts';
import { checkAudience, covers, neededScopes, resourceAt } from './protected-resource.ts';
import { type TokenContext, TokenRefusal, type TokenRefusalOptions } from './token-context.ts';

const pipeline = compilePipeline<TokenContext>(
  {
    id: 'resource-server',
    steps: [
      {
        id: 'https',
        rule: 'Request came over HTTPS',
        clause: 'RFC 6750 §5.3',
        check: checkHttps,
        applies: ({ config }) => config.requireHttps,
      },
      {
        id: 'token-given',
        rule: 'Token is in the Authorization header',
        clause: 'RFC 6750 §2.1',
        check: findToken,
      },
      {
        id: 'token-form',
        rule: 'Value has the syntax of a token',
        clause: 'RFC 6750 §2.1',
        check: checkForm,
      },
      {
        id: 'token-known',
        rule: 'Authorization server returns information about the token',
        clause: 'RFC 7662 §2',
        check: resolveToken,
        applies: recall,
      },
      { id: 'token-valid', rule: 'Token is valid', clause: 'RFC 6750 §3.1', check: checkValid },
      ...boundTokenSteps(boundTokens),
      {
        id: 'audience-named',
        rule: 'Token was issued for this resource',
        clause: 'RFC 8707 §2',
        check: checkAudience,
        applies: ({ resource }) => resource !== null,
        isUnlisted: true,
      },
      {
        id: 'scope-sufficient',
        rule: 'Scope is sufficient',
        clause: 'RFC 6750 §3.1',
        check: checkScopes,
        applies: ({ needed }) => needed.length > 0,
      },
    ],
    effect: () => '',
  } satisfies PipelineDefinition<TokenContext>,
  [],
);

function checkHttps({ gateway }: TokenContext): void {
  if (gateway.exchange.origin.startsWith('https:')) return;
  throw new TokenRefusal({
    status: 403,
    detail: 'The route accepts tokens only over HTTPS (requireHttps).',
    want: 'https',
    got: 'http',
  });
}

function findToken(context: TokenContext): void {
  const values = headerValues(context.gateway.exchange.rawHeaders, 'authorization');
  const sent = values.flatMap((value) => {
    const [, name, token] = /^(Bearer|DPoP)(?: +(.*))?$/is.exec(value) ?? [];
    return token === undefined ? [] : [{ name, token }];
  });
  if (values.length > 1 && sent.length > 0)
    throw new TokenRefusal({
      status: 400,
      error: 'invalid_request',
      detail: 'Authorization was sent more than once.',
      want: '1',
      got: String(values.length),
    });
  const [only] = sent;
  const isMalformed = only === undefined && values.some((value) => /^(?:Bearer|DPoP) *$/i.test(value));
  if (isMalformed)
    throw new TokenRefusal({
      status: 400,
      error: 'invalid_request',
      detail: 'The token after the scheme is missing.',
    });
  if (only === undefined)
    throw new TokenRefusal({ status: 401, error: null, detail: 'No access token was sent.' });
  context.token = only.token;
  context.scheme = only.name?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer';
}

function checkForm({ token }: TokenContext): void {
  if (isBearerToken(token)) return;
  throw new TokenRefusal({
    status: 400,
    error: 'invalid_request',
    detail: 'The Authorization header contains no bearer token.',
    want: 'A-Z a-z 0-9 - . _ ~ + / =',
  });
}

/** Returns true if the server has to be asked. */
function recall(context: TokenContext): boolean {
  context.resolved = context.cache.find(context.token, context.nowMillis);
  return context.resolved === null;
}

async function resolveToken(context: TokenContext): Promise<void> {
  const { cache, token, nowMillis, resolve } = context;
  try {
    context.resolved = await cache.resolve(token, nowMillis, resolve);
  } catch (error) {
    if (!(error instanceof ResolverFailure)) throw error;
    throw new TokenRefusal({ status: error.status, detail: error.message });
  }
}

function checkValid({ resolved, nowMillis }: TokenContext): void {
  if (resolved === null) throw invalidToken('The authorization server reports that the token is not valid.');
  const { expiresAtMillis } = resolved;
  if (expiresAtMillis !== null && expiresAtMillis <= nowMillis) throw invalidToken('The token has expired.');
}

function invalidToken(detail: string): TokenRefusal {
  return new TokenRefusal({ status: 401, error: 'invalid_token', detail });
}

function checkScopes({ config, needed, resolved }: TokenContext): void {
  const scopes = resolved?.scopes ?? new Set<string>();
  if (needed.every((scope) => scopes.has(scope)) || isCovered(scopes, needed, config)) return;
  const wanted = needed.join(' ');
  throw new TokenRefusal({
    status: 403,
    error: 'insufficient_scope',
    scope: wanted,
    want: wanted,
    got: [...scopes].join(' ') || 'none',
  });
}

function isCovered(
  held: ReadonlySet<string>,
  needed: readonly string[],
  config: ResourceServerConfig,
): boolean {
  return config.protectedResource !== undefined && covers(held, needed, config);
}

/** OAuth2ResourceServerFilter: lets requests pass that bring a valid token with the scopes of the route. RFC 6750 */
export function resourceServerFilter(
  name: string,
  config: ResourceServerConfig,
  resolve: ResolveToken,
  clock: Clock,
): RunningFilter {
  const cache = new TokenCache(config.cache);
  const proofs = createDpopState();
  const named = (rules: readonly TraceRule[]) => rules.map((rule) => ({ ...rule, id: `${name}:${rule.id}` }));
  const contextOf = (gateway: GatewayContext): TokenContext => ({
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    gateway,
    config,
    cache,
    resolve,
    proofs,
    nowMillis: clock.nowMillis(),
    ...placeOf(config, gateway),
    token: '',
    scheme: 'Bearer',
    dpop: null,
    resolved: null,
  });
  return {
    name,
    filter(gateway, filterIndex) {
      const context = contextOf(gateway);
      gateway.run.notes[filterIndex] = context;
      const pending = runPipeline(pipeline, context);
      return pending === undefined ? settle(context) : pending.then(() => settle(context));
    },
    rules: ({ notes }, filterIndex) => named(traceOf(pipeline, notes[filterIndex] as TokenContext).rules),
    unreached: named(
      pipeline.steps.filter(({ isUnlisted }) => isUnlisted !== true).map(({ rules }) => rules.never),
    ),
    reset: () => cache.clear(),
    close: () => cache.clear(),
  };
}

/** A route without a resource needs its own scopes alone. */
function placeOf(config: ResourceServerConfig, { exchange }: GatewayContext) {
  const { scopes, protectedResource } = config;
  if (protectedResource === undefined) return { resource: null, needed: scopes };
  const { origin, method, target } = exchange;
  return { resource: resourceAt(protectedResource, origin), needed: neededScopes(config, method, target) };
}

function settle(context: TokenContext): GatewayResponse | null {
  const { failure, gateway, resolved } = context;
  if (failure !== null) return responseOf(context, failure.options);
  gateway.token = resolved;
  gateway.resource = context.resource;
  const { client_id: clientId, username } = resolved?.info ?? {};
  if (typeof clientId === 'string') gateway.exchange.notes.tags.push(`client:${clientId}`);
  if (typeof username === 'string') gateway.exchange.notes.tags.push(`user:${username}`);
  return null;
}

function responseOf(context: TokenContext, { status, error, scope }: TokenRefusalOptions): GatewayResponse {
  const { realm } = context.config;
  const { resource, needed } = context;
  if (error === undefined) return { status, headers: [], body: '' };
  const wanted = scope ?? (resource !== null && status === 401 ? needed.join(' ') : '');
  const parts = [
    ...(realm === null ? [] : [`realm="${escaped(realm)}"`]),
    ...(error === null ? [] : [`error="${error}"`]),
    ...(wanted === '' ? [] : [`scope="${escaped(wanted)}"`]),
    ...(resource === null || status === 400 ? [] : [`resource_metadata="${resourceMetadataUrl(resource)}"`]),
  ];
  const headers = ['WWW-Authenticate', challengeIn(context, parts), ...nonceOf(context)];
  return { status, headers, body: '' };
}

/** Escapes text for a quoted string. RFC 9110 §5.6.4 */
function escaped(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
