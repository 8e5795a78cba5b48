import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { answerIntrospection, answerRevocation, answerUserinfo } from './about-tokens.ts';
import { SentBack } from './authorization-request.ts';
import { answerAuthorize, decide, sendFrontProblem, showInteraction, signIn } from './authorize.ts';
import { PageRefusal, Refusal, sendRefusal } from './errors.ts';
import type { Flaw, Has } from './flaws.ts';
import { type Authentication, type Client, newState, type State } from './state.ts';
import { answerToken } from './token.ts';

/** A server that runs, and what our clients and users there are. */
export interface TruthServer {
  readonly issuer: string;
  /** As `targets/<name>.json` has it. */
  readonly file: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export type Way = Exclude<Authentication, 'none'>;

/** One pair signs what the server issues, another one assertions of its clients, and each signer has its own. */
const pairs = Promise.all([0, 1, 2, 3].map(() => generateKeyPair('RS256', { extractable: true })));

const codeGrants = ['authorization_code', 'refresh_token'];
const registrations = [
  { id: 'web', redirectUris: ['https://web.example/cb'], grants: codeGrants, scope: 'openid profile' },
  {
    id: 'other',
    redirectUris: ['https://other.example/cb', 'https://other.example/second'],
    grants: codeGrants,
    scope: 'openid profile',
  },
  {
    id: 'native',
    redirectUris: ['http://127.0.0.1/cb'],
    grants: ['authorization_code'],
    scope: 'openid profile',
  },
  { id: 'batch', redirectUris: [], grants: ['client_credentials'], scope: 'orders.read orders.write' },
  { id: 'signer', redirectUris: [], grants: ['client_credentials'], scope: 'orders.read' },
  { id: 'other-signer', redirectUris: [], grants: ['client_credentials'], scope: 'orders.read' },
  { id: 'legacy', redirectUris: [], grants: ['password'], scope: 'profile' },
];
/** Clients that sign who they are, whatever the others do. */
const signers = ['signer', 'other-signer'];
const users = new Map([
  ['ann', 'the password of ann'],
  ['bob', 'the password of bob'],
]);
const secretOf = (id: string): string => createHash('sha256').update(`secret of ${id}`).digest('base64url');

/**
 * Stands an authorization server on port 0 that imports nothing of the product, written by RFC 6749, 7009, 7636, 7662, 8252,
 * 9207, 9700 and OpenID Connect Core; `planted` are its flaws.
 */
export async function startTruthServer(planted: readonly Flaw[], way: Way): Promise<TruthServer> {
  const has: Has = (flaw) => planted.includes(flaw);
  const [own, theirs, ...ofSigners] = await pairs;
  if (own === undefined || theirs === undefined) throw new Error('There are no keys.');
  const pairOf = (id: string) => ofSigners[signers.indexOf(id)] ?? theirs;
  const app = Fastify({
    bodyLimit: has('body-without-limit') ? 64 << 20 : 64 << 10,
    forceCloseConnections: true,
  });
  const clients = registrations.map(({ id, redirectUris, grants, scope }): Client => {
    const authentication = id === 'native' ? 'none' : signers.includes(id) ? 'private_key_jwt' : way;
    return {
      id,
      authentication,
      secret: authentication === 'none' || authentication === 'private_key_jwt' ? null : secretOf(id),
      publicKey: authentication === 'private_key_jwt' ? pairOf(id).publicKey : null,
      redirectUris,
      grants: new Set(grants),
      scopes: new Set(scope.split(' ')),
    };
  });
  let state: State | undefined;
  routes(app, has, () => {
    if (state === undefined) throw new Error('It has not begun.');
    return state;
  });
  const issuer = await app.listen({ host: '127.0.0.1', port: 0 });
  const byId = new Map(clients.map((client) => [client.id, client]));
  state = newState({
    issuer,
    has,
    clients: byId,
    users,
    privateKey: own.privateKey,
    publicKey: own.publicKey,
  });
  return {
    issuer,
    file: {
      clients: await Promise.all(
        clients.map(async (client) => ({
          client_id: client.id,
          token_endpoint_auth_method: client.authentication,
          ...(client.secret === null ? {} : { client_secret: client.secret }),
          ...(client.authentication === 'private_key_jwt'
            ? { private_key: await exportPKCS8(pairOf(client.id).privateKey) }
            : {}),
          redirect_uris: client.redirectUris,
          grant_types: [...client.grants],
          scope: [...client.scopes].join(' '),
        })),
      ),
      users: [...users].map(([username, password]) => ({ username, password })),
    },
    close: () => app.close(),
  };
}

type Answer = (
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function routes(app: FastifyInstance, has: Has, stateOf: () => State): void {
  const route = (method: string | string[], url: string, answer: Answer) =>
    app.route({
      method,
      url,
      handler: (request, reply) => answer(stateOf(), request, reply),
    });
  app.removeAllContentTypeParsers();
  const isAny = has('token-any-body');
  app.addContentTypeParser(
    isAny ? '*' : 'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) =>
      done(null, isAny ? asForm(request.headers['content-type'] ?? '', String(body)) : body),
  );
  route(has('any-method-at-authorize') ? ['GET', 'PUT', 'DELETE'] : 'GET', '/authorize', answerAuthorize);
  route('GET', '/interaction/:id', showInteraction);
  route('POST', '/interaction/:id', signIn);
  route('POST', '/interaction/:id/decision', decide);
  route(has('token-by-get') ? ['GET', 'POST'] : 'POST', '/token', answerToken);
  route('POST', '/introspect', answerIntrospection);
  route('POST', '/revoke', answerRevocation);
  route('GET', '/userinfo', answerUserinfo);
  route('GET', '/.well-known/openid-configuration', answerMetadata);
  route('GET', '/.well-known/oauth-authorization-server', answerMetadata);
  route('GET', '/jwks', async ({ publicKey }, _request, reply) =>
    reply.send({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, error, has);
    if (error instanceof PageRefusal || error instanceof SentBack)
      return sendFrontProblem(stateOf(), reply, error);
    const status = error.statusCode ?? 500;
    return status >= 500
      ? reply.code(500).send({ message: 'Something broke.' })
      : sendRefusal(reply, new Refusal('invalid_request', error.message, status), has);
  });
}

/** A body of any type as the parameters of a form. */
function asForm(type: string, body: string): string {
  if (type.startsWith('application/json'))
    return new URLSearchParams(JSON.parse(body) as Record<string, string>).toString();
  if (!type.startsWith('multipart/')) return body;
  const parts = body.matchAll(/name="([^"]*)"\r\n\r\n([^\r]*)\r\n/g);
  return new URLSearchParams([...parts].map(([, name = '', value = '']) => [name, value])).toString();
}

/** RFC 8414 §2; the addresses are those of the settings, whatever the request says. */
const answerMetadata: Answer = ({ issuer, has }, request, reply) => {
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  const reflected = has('host-reflected') ? host : has('forwarded-host-trusted') ? forwarded : undefined;
  const origin = typeof reflected === 'string' ? `http://${reflected}` : issuer;
  return reply.send({
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    introspection_endpoint: `${origin}/introspect`,
    revocation_endpoint: `${origin}/revoke`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'profile'],
    authorization_response_iss_parameter_supported: true,
  });
};
