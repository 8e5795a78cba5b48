import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { closeServer } from '#test/support/listening.ts';

/** The person and the client that each of these servers knows. */
export const ann = { username: 'ann@example.test', password: 'planted pass: Ä+%&"1', code: '314159' };
export const client = {
  client_id: 'portal',
  client_secret: 'planted-portal-secret',
  redirect_uris: ['https://portal.example/cb'],
  scope: 'openid profile',
};

/** A request as a server of this folder sees it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of a form, or of JSON. */
  readonly fields: ReadonlyMap<string, string>;
  /** All values of a field. */
  readonly all: (name: string) => readonly string[];
  readonly transaction: Transaction;
  readonly origin: string;
  /** The cookie by which the server knows somebody again; empty: nobody is signed in. */
  readonly session: string;
}

/** One authorization request on its way through the pages. */
export interface Transaction {
  readonly parameters: URLSearchParams;
  user: string | null;
  /** Marks of the pages. */
  readonly marks: Map<string, string>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The pages of a product. */
export interface Product {
  /** Delays that its pages have by themselves, in milliseconds. */
  readonly delayMillis?: number;
  /** The answer at a path; null: there is none. */
  readonly answer: (asked: Asked, server: SignInServer) => Answer | null;
}

export interface SignInServer {
  readonly origin: string;
  /** User names and passwords that came, right or wrong. */
  readonly attempts: { readonly username: string; readonly password: string }[];
  readonly codes: string[];
  /** Buttons that nobody should press. */
  readonly wrong: string[];
  /** Texts that stood in fields which no person sees. */
  readonly decoys: string[];
  readonly asked: string[];
  readonly delayMillis: number;
  /** True where name and password are right. */
  check(username: string, password: string): boolean;
  close(): Promise<void>;
}

export const page = (title: string, body: string, language = 'en'): Answer => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${style}</head><body>${body}</body></html>`,
});
export const redirect = (location: string): Answer => ({ status: 303, headers: { Location: location } });
export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

const style = '<style>.off{position:absolute;left:-9999px}.clear{opacity:0}label{display:block}</style>';

/** Fields that machines fill in and people do not see, and what leads away from a sign-in. */
export const traps = `
  <div class="off"><label>Password <input type="password" name="trap-off" autocomplete="current-password"></label></div>
  <div class="clear"><label>User name <input name="trap-clear" autocomplete="username"></label></div>
  <div aria-hidden="true"><label>E-mail <input type="email" name="trap-hidden" tabindex="-1"></label></div>
  <div style="height:0;overflow:hidden"><input type="password" name="trap-cut"></div>`;
export const lures = `
  <a href="/wrong?what=forgot">Forgot password?</a> <a href="/wrong?what=register">Create account</a>
  <button type="button" onclick="location='/wrong?what=google'">Sign in with Google</button>
  <button type="button" onclick="location='/wrong?what=passkey'">Create a passkey</button>
  <button type="button" onclick="location='/wrong?what=cancel'">Cancel</button>`;

/** The end of a sign-in: the code, at the redirect URI. */
export function finish({ transaction: { parameters } }: Asked): string {
  const location = new URL(parameters.get('redirect_uri') ?? 'https://nowhere.example/');
  const code = randomBytes(16).toString('base64url');
  codes.set(code, parameters.get('code_challenge') ?? '');
  location.searchParams.set('code', code);
  location.searchParams.set('state', parameters.get('state') ?? '');
  return location.href;
}

/** Codes that may be redeemed, with the challenges that they are bound to. */
const codes = new Map<string, string>();

/** Stands a product on port 0. It is an authorization server with code, PKCE and a token endpoint. RFC 6749, RFC 7636 */
export async function startProduct(
  { answer, delayMillis = 0 }: Product,
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<SignInServer> {
  const transactions = new Map<string, Transaction>();
  const http = tls === null ? createServer() : createTlsServer(tls);
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const origin = `${tls === null ? 'http' : 'https'}://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: SignInServer = {
    origin,
    attempts: [],
    codes: [],
    wrong: [],
    decoys: [],
    asked: [],
    delayMillis,
    check(username, password) {
      server.attempts.push({ username, password });
      return username === ann.username && password === ann.password;
    },
    close: () => closeServer(http),
  };
  http.on('request', (request, response) => {
    void readBody(request).then((text) => {
      const url = new URL(request.url ?? '/', origin);
      const form = new URLSearchParams(isJson(request) ? jsonFields(text) : text);
      server.asked.push(`${request.method} ${url.pathname}`);
      server.decoys.push(
        ...[...form]
          .filter(([name, value]) => name.startsWith('trap-') && value !== '')
          .map(([name]) => name),
      );
      const cookie = cookieOf(request, `tx${new URL(origin).port}`);
      const isBegin = url.pathname === '/authorize';
      const id = isBegin ? randomBytes(9).toString('base64url') : cookie;
      if (isBegin) transactions.set(id, { parameters: url.searchParams, user: null, marks: new Map() });
      const transaction = transactions.get(id);
      const asked: Asked = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        fields: new Map(form),
        all: (name) => form.getAll(name),
        transaction: transaction ?? { parameters: url.searchParams, user: null, marks: new Map() },
        origin,
        session: cookieOf(request, sessionCookie(origin)),
      };
      const found = common(asked, server) ?? (transaction === undefined ? null : answer(asked, server));
      const { status = 200, headers = {}, body = '' } = found ?? { status: 404, body: 'Nothing is here.' };
      const own = isBegin
        ? { 'Set-Cookie': `tx${new URL(origin).port}=${id}; Path=/; HttpOnly; SameSite=Lax` }
        : {};
      response.writeHead(status, { 'Cache-Control': 'no-store', ...own, ...headers }).end(body);
    });
  });
  return server;
}

/** The same at every product: metadata, tokens, and what nobody should come to. */
function common({ path, query, fields, origin }: Asked, server: SignInServer): Answer | null {
  if (path === '/wrong') {
    server.wrong.push(query.get('what') ?? '');
    return page('Elsewhere', '<h1>Nobody should be here</h1>');
  }
  if (path === '/.well-known/openid-configuration')
    return json({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  if (path !== '/token') return null;
  const challenge = codes.get(fields.get('code') ?? '');
  codes.delete(fields.get('code') ?? '');
  const made = createHash('sha256')
    .update(fields.get('code_verifier') ?? '')
    .digest('base64url');
  return challenge === undefined || (challenge !== '' && challenge !== made)
    ? json({ error: 'invalid_grant' }, 400)
    : json({ access_token: randomBytes(16).toString('base64url'), token_type: 'Bearer', expires_in: 600 });
}

/** The name of the cookie of a session at a server. */
export function sessionCookie(origin: string): string {
  return `sid${new URL(origin).port}`;
}

/** Servers on one host share its cookies, whatever their ports. RFC 6265 §8.5 */
function cookieOf({ headers }: IncomingMessage, name: string): string {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([own]) => own === name)?.[1] ?? '';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.includes('json') === true;
}

function jsonFields(text: string): [string, string][] {
  return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [
    name,
    String(value),
  ]);
}
