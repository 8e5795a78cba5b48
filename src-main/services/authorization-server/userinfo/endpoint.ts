import { findBearerToken } from '#main/platform/bearer-token.ts';
import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, type PipelineDefinition, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { askedClaims, claimsForScopes, parseScope } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { startContext } from '../request-context.ts';
import { jsonResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { attributesOf } from '../subject.ts';
import { required, underNamedProfile } from '../token/context.ts';
import { accessTokenFlaw } from '../tokens/token-state.ts';
import type { UserinfoContext } from './context.ts';
import { boundUserinfoSteps, challengeOf, nonceOf } from './dpop-steps.ts';

/** Returns claims about the user who has allowed this token. OpenID Connect Core §5.3 */
export const userinfoPipeline: PipelineDefinition<UserinfoContext> = {
  id: 'userinfo',
  steps: [
    {
      id: 'token-given',
      rule: 'Exactly one access token is present',
      clause: 'RFC 6750 §2',
      check: checkGiven,
    },
    {
      id: 'profile-token-not-in-query',
      rule: 'Access token is not in the query',
      clause: 'RFC 9700 §4.3.2',
      applies: underNamedProfile,
      isUnlisted: true,
      check({ bearer }) {
        if (bearer.found === 'one' && bearer.method === 'query')
          throw new OAuthError('invalid_request', {
            description: 'The access token must not be in the URL.',
            want: 'the Authorization header',
            got: 'the query',
          });
      },
    },
    { id: 'token-valid', rule: 'Access token is valid', clause: 'RFC 6750 §3.1', check: findToken },
    ...boundUserinfoSteps,
    {
      id: 'scope-openid',
      rule: 'Scope contains openid',
      clause: 'OpenID Connect Core §5.3.1',
      check: checkScope,
    },
    {
      id: 'token-of-a-user',
      rule: 'Token belongs to a user',
      clause: 'OpenID Connect Core §5.3.1',
      check: checkUser,
    },
    {
      id: 'answer',
      rule: 'Claims match the scopes',
      clause: 'OpenID Connect Core §5.4',
      check: describeUser,
    },
  ],
  effect: ({ failure }) =>
    failure === null
      ? 'Returned claims of the user. Nothing changed.'
      : 'No claims of the user were returned.',
};

/** Answers with the claims of the user behind a token. OpenID Connect Core §5.3 */
export async function handleUserinfo(
  pipeline: Pipeline<UserinfoContext>,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): Promise<HttpResponse> {
  const context: UserinfoContext = {
    ...startContext(runtime, request, notes),
    dpop: null,
    bearer: findBearerToken(request),
    token: null,
    body: '',
  };
  notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  const response = context.failure === null ? jsonResponse(context.body) : refusal(context, context.failure);
  return { ...response, headers: [...response.headers, ...nonceOf(context)] };
}

/** RFC 6750 §3: without a token there is a challenge and no error code. */
function refusal(context: UserinfoContext, { code, options }: OAuthError): HttpResponse {
  const { bearer } = context;
  const status = code === 'insufficient_scope' ? 403 : code === 'invalid_request' ? 400 : 401;
  const { description: words } = options;
  const error = [
    `error="${code}"`,
    ...(words === undefined ? [] : [`error_description="${words}"`]),
    ...(code === 'insufficient_scope' ? ['scope="openid"'] : []),
  ];
  const parameters = ['realm="userinfo"', ...(bearer.found === 'none' ? [] : error)];
  const { headers } = jsonResponse('');
  return {
    status,
    headers: [...headers, 'WWW-Authenticate', challengeOf(context, parameters)],
    body:
      bearer.found === 'none' ? '' : JSON.stringify({ error: code, error_description: options.description }),
  };
}

function checkGiven({ bearer }: UserinfoContext): void {
  if (bearer.found === 'one') return;
  if (bearer.found === 'none') throw new OAuthError('invalid_token', { detail: 'No token was sent.' });
  throw new OAuthError('invalid_request', {
    description: 'The access token is malformed, or sent more than once.',
    detail: bearer.why,
  });
}

function findToken(context: UserinfoContext): void {
  const { bearer, runtime, nowMillis } = context;
  const token = bearer.found === 'one' ? runtime.accessTokens.find(bearer.token) : undefined;
  const flaw =
    token === undefined
      ? { detail: 'The access token is unknown.' }
      : accessTokenFlaw(runtime, token, nowMillis);
  if (token === undefined || flaw !== null)
    throw new OAuthError('invalid_token', {
      description: 'The access token is invalid or expired.',
      ...flaw,
    });
  context.notes.tags.push(`client:${token.clientId}`);
  context.token = token;
}

function checkScope({ token }: UserinfoContext): void {
  const { scope } = required(token);
  if (parseScope(scope)?.includes('openid') === true) return;
  throw new OAuthError('insufficient_scope', {
    description: 'The access token was issued without the scope openid.',
    want: 'openid',
    got: scope,
  });
}

function checkUser({ token }: UserinfoContext): void {
  if (required(token).family !== null) return;
  throw new OAuthError('insufficient_scope', {
    description: 'The access token belongs to a client and has no user.',
  });
}

function describeUser(context: UserinfoContext): void {
  const { token, runtime, notes } = context;
  const { scope } = required(token);
  const family = required(required(token).family);
  notes.tags.push(`user:${family.username}`);
  const attributes = attributesOf(runtime, family) ?? {};
  const claims = claimsForScopes(attributes, parseScope(scope) ?? []);
  const asked = askedClaims(attributes, family.claims?.userinfo ?? {});
  context.body = JSON.stringify({ sub: family.username, ...claims, ...asked });
}
