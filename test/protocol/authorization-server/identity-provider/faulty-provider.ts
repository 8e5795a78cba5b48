import { createServer, type ServerResponse } from 'node:http';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Deviations of the provider; everything absent is as it should be. */
export interface Misbehaviour {
  /** Changes of the ID token; undefined takes a claim out. */
  readonly claims?: Claims;
  /** Changes of the parameters with which it sends the browser back. */
  readonly answer?: Readonly<Record<string, string>>;
  readonly signature?: 'none' | 'HS256 with the public key' | 'another key of the same name';
  readonly userinfo?: Claims;
  /** Answers a path in its own way. */
  readonly path?: Readonly<Record<string, (response: ServerResponse) => void>>;
  readonly document?: Claims;
}

/** An OpenID provider of our own that signs people in without a question, and can break every rule. */
export interface FaultyProvider {
  readonly issuer: string;
  misbehave(how: Misbehaviour): void;
  /** Signs with a new key from now on; the old one is no longer published. */
  rotate(): Promise<void>;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function makeKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair('RS256', { extractable: true })) };
}

/** Stands it on port 0; `nowSeconds` is its clock. */
export async function startFaultyProvider(nowSeconds: () => number): Promise<FaultyProvider> {
  let key = await makeKey('one');
  let fault: Misbehaviour = {};
  const asked: string[] = [];
  const nonces = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const own = fault.path?.[pathname];
    if (own !== undefined) {
      own(response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
      answer(pathname, searchParams, form, response).catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      );
    });
  });
  const issuer = await listeningOrigin(server);

  async function idToken(nonce: string): Promise<string> {
    const claims = {
      iss: issuer,
      sub: 'ada',
      aud: 'gatehouse',
      iat: nowSeconds(),
      exp: nowSeconds() + 300,
      nonce,
      ...fault.claims,
    };
    if (fault.signature === 'none') return new UnsecuredJWT(claims).encode();
    if (fault.signature === 'HS256 with the public key') {
      const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret);
    }
    const { privateKey } = fault.signature === undefined ? key : await makeKey(key.kid);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey);
  }

  async function answer(
    path: string,
    query: URLSearchParams,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          ...fault.document,
        });
      case '/keys':
        return json(response, { keys: [await published(key)] });
      case '/authorize': {
        const nonce = query.get('nonce') ?? '';
        const state = query.get('state') ?? '';
        const back = query.get('redirect_uri') ?? '';
        if (query.get('response_mode') === 'form_post') {
          const fields = { state, id_token: await idToken(nonce), ...fault.answer };
          return page(response, back, fields);
        }
        nonces.set(`code-${nonces.size}`, nonce);
        const fields = { code: `code-${nonces.size - 1}`, state, ...fault.answer };
        response.writeHead(302, { location: `${back}?${new URLSearchParams(fields)}` }).end();
        return undefined;
      }
      case '/token': {
        const nonce = nonces.get(form.get('code') ?? '') ?? '';
        return json(response, {
          access_token: 'an access token of the provider',
          token_type: 'Bearer',
          id_token: await idToken(nonce),
        });
      }
      case '/userinfo':
        return json(response, { sub: 'ada', name: 'Ada', ...fault.userinfo });
      default:
        response.writeHead(404).end();
        return undefined;
    }
  }

  return {
    issuer,
    misbehave: (how) => void (fault = how),
    rotate: async () => void (key = await makeKey(`${key.kid} and one`)),
    asked,
    close: () => closeServer(server),
  };
}

async function published({ publicKey, kid }: Key): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, use: 'sig' };
}

function json(response: ServerResponse, body: Claims): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function page(response: ServerResponse, action: string, fields: Readonly<Record<string, string>>): void {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<form method="post" action="${action}">${inputs.join('')}</form>`);
}
