import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from './client-authentication.ts';
import { Refusal } from './errors.ts';
import { goodAccessToken } from './issue.ts';
import type { Client, State } from './state.ts';
import { formOf } from './token.ts';

/** Both endpoints are for clients that show who they are. @throws Refusal */
async function asked(state: State, request: FastifyRequest): Promise<{ client: Client; token: string }> {
  const form = formOf(state, request);
  const client = await authenticate(state, request.headers.authorization, form);
  const token = form.get('token');
  if (token === null) throw new Refusal('invalid_request', 'token is missing.');
  return { client, token };
}

/** Tells a client of its own tokens. RFC 7662 §2.2, §4 */
export async function answerIntrospection(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { client, token } = await asked(state, request);
  const found = goodAccessToken(state, token);
  const refresh = state.refreshTokens.get(token);
  const isRefresh =
    refresh?.isUsed === false && !refresh.grant.isEnded && refresh.grant.clientId === client.id;
  const told =
    found !== null && found.clientId === client.id
      ? {
          active: true,
          client_id: found.clientId,
          sub: found.subject,
          scope: found.scope.join(' '),
          exp: found.expiresAt,
        }
      : { active: isRefresh };
  return reply.header('Cache-Control', 'no-store').type('application/json').send(JSON.stringify(told));
}

/** Ends a token of the client that asks, and the grant with a refresh token. RFC 7009 §2.1 */
export async function answerRevocation(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { client, token } = await asked(state, request);
  const access = state.accessTokens.get(token);
  const refresh = state.refreshTokens.get(token);
  const owner = access?.clientId ?? refresh?.grant.clientId ?? client.id;
  if (owner !== client.id && !state.has('revocation-of-others'))
    throw new Refusal('unauthorized_client', 'The token is of another client.');
  if (access !== undefined) access.isRevoked = true;
  if (refresh !== undefined) refresh.grant.isEnded = true;
  return reply.code(200).send();
}

/** OpenID Connect Core §5.3, RFC 6750 §3 */
export function answerUserinfo(state: State, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
  const refused = (error: string, status: number) =>
    reply
      .code(status)
      .header('WWW-Authenticate', error === '' ? 'Bearer' : `Bearer error="${error}"`)
      .send();
  if (token === undefined) return refused('', 401);
  const found = goodAccessToken(state, token);
  if (found === null) return refused('invalid_token', 401);
  if (!found.scope.includes('openid')) return refused('insufficient_scope', 403);
  return reply
    .header('Cache-Control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ sub: found.subject }));
}
