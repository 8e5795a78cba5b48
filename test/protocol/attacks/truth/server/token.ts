import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from './client-authentication.ts';
import { Refusal } from './errors.ts';
import { tokenGrants } from './grants.ts';
import { Parameters } from './parameters.ts';
import type { State } from './state.ts';

/** The parameters of a form, each at most once. RFC 6749 §3.2 @throws Refusal */
export function formOf({ has }: State, request: FastifyRequest): Parameters {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  const isByGet = request.method === 'GET';
  const body = typeof request.body === 'string' ? request.body : '';
  const text = isByGet ? query : has('credentials-in-query') && query !== '' ? `${body}&${query}` : body;
  const form = Parameters.of(text);
  const repeated = form.repeated();
  const isLet = has('parameters-twice') || (has('two-clients') && repeated === 'client_id');
  if (repeated !== null && !isLet) throw new Refusal('invalid_request', `${repeated} stands twice.`);
  return form;
}

/** The token endpoint. RFC 6749 §3.2 */
export async function answerToken(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { has } = state;
  const form = formOf(state, request);
  if (has('prototype-breaks') && (form.has('__proto__') || form.has('constructor')))
    throw new TypeError('Cannot set the property of an object.');
  const client = await authenticate(state, request.headers.authorization, form);
  const type = form.get('grant_type') ?? (has('grant-type-guessed') ? 'client_credentials' : null);
  if (type === null) throw new Refusal('invalid_request', 'grant_type is missing.');
  const grant = tokenGrants.get(type);
  if (grant === undefined) throw new Refusal('unsupported_grant_type', `There is no grant ${type}.`);
  if (!client.grants.has(type) && !has('grants-not-checked'))
    throw new Refusal('unauthorized_client', 'The client is not allowed to use this grant.');
  const answer = await grant(state, client, form);
  if (!has('token-answers-kept')) reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
  return reply.type('application/json').send(JSON.stringify(answer));
}
