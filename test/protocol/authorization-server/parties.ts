import { createHash } from 'node:crypto';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';

export const callback = 'http://127.0.0.1:9035/cb';
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const challenge = createHash('sha256').update(verifier).digest('base64url');
export const validateBearer = 'urn:gatehouse:oauth2:grant_type:validate_bearer';

type Fields = Readonly<Record<string, string>>;
type HeaderLines = readonly (readonly [name: string, value: string])[];

/** An answer of the token endpoint as a client reads it. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** Posts a form to the token endpoint, as the client with HTTP Basic where `client` is given. */
export async function postToken(
  as: TestAuthorizationServer,
  fields: Fields | string,
  client?: string,
  headers: HeaderLines = [],
): Promise<TokenAnswer> {
  return postTo(as, '/as/token.oauth2', fields, client, headers);
}

/** Posts a form to an endpoint for clients, with HTTP Basic where `client` is given. */
export async function postTo(
  as: TestAuthorizationServer,
  path: string,
  fields: Fields | string,
  client?: string,
  headers: HeaderLines = [],
): Promise<TokenAnswer> {
  const basic = Buffer.from(`${client}:${client}-secret`).toString('base64');
  const response = await fetch(`${as.origin}${path}`, {
    method: 'POST',
    headers: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ...(client === undefined ? [] : [['authorization', `Basic ${basic}`] as const]),
      ...headers,
    ] as [string, string][],
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, text, body };
}

/** A string member of an answer; fails the test where it is missing. */
export function member(answer: TokenAnswer, name: string): string {
  const value = answer.body[name];
  if (typeof value !== 'string') throw new Error(`No ${name} in ${answer.text}`);
  return value;
}

/** A page or redirect as a browser sees it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string;
}

/** A browser without scripts: keeps cookies, fills in forms, follows redirects within the server only. */
export class Browser {
  readonly #as: TestAuthorizationServer;
  readonly #cookies = new Map<string, string>();
  #html = '';

  constructor(as: TestAuthorizationServer) {
    this.#as = as;
  }

  /** Gives the browser a cookie from elsewhere. */
  plant(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** The value of a cookie that it keeps; empty where it has none. */
  cookie(name: string): string {
    return this.#cookies.get(name) ?? '';
  }

  async open(target: string, init: RequestInit = {}): Promise<Seen> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(target, this.#as.origin), {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Fields | undefined) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const html = await response.text();
    if (html !== '') this.#html = html;
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get('location') ?? '',
    };
  }

  /** Opens an authorization request of `portal-web`, changed by `fields`; an empty value leaves a field out. */
  async authorize(fields: Fields = {}, headers: Fields = {}): Promise<Seen> {
    const all = {
      client_id: 'portal-web',
      response_type: 'code',
      redirect_uri: callback,
      state: 'af0',
      ...fields,
    };
    const given = Object.entries(all).filter(([, value]) => value !== '');
    return this.open(`/as/authorization.oauth2?${new URLSearchParams(given)}`, { headers });
  }

  /** Posts the form on the page with what the user typed; redirects to our own pages are followed. */
  async submit(fields: Fields): Promise<Seen> {
    const seen = await this.submitRaw(fields);
    return seen.location.startsWith('/') ? this.open(seen.location) : seen;
  }

  /** Posts the form on the page and follows nothing. */
  async submitRaw(fields: Fields): Promise<Seen> {
    const hidden = [...this.#html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    const body = new URLSearchParams([...hidden, ...Object.entries(fields)] as string[][]);
    return this.open('/as/authorization.oauth2', {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async signIn(username = 'ann', password = `${username}-password`): Promise<Seen> {
    return this.submit({ username, password });
  }
}

/** Goes the whole way to a code, with consent where it is asked for; gives the callback's URL. */
export async function obtainCallback(
  as: TestAuthorizationServer,
  fields: Fields = {},
  user = 'ann',
): Promise<URL> {
  const browser = new Browser(as);
  await browser.authorize(fields);
  let seen = await browser.signIn(user);
  if (seen.html.includes('name="decision"')) seen = await browser.submit({ decision: 'allow' });
  return new URL(seen.location);
}

/** Goes the whole way to a code. */
export async function obtainCode(
  as: TestAuthorizationServer,
  fields: Fields = {},
  user = 'ann',
): Promise<string> {
  return (await obtainCallback(as, fields, user)).searchParams.get('code') ?? '';
}

/** Exchanges a code as `portal-web`. */
export async function exchange(
  as: TestAuthorizationServer,
  code: string,
  fields: Fields = {},
): Promise<TokenAnswer> {
  return postToken(
    as,
    { grant_type: 'authorization_code', code, redirect_uri: callback, ...fields },
    'portal-web',
  );
}

/** Uses a refresh token as `portal-web`. */
export async function refresh(
  as: TestAuthorizationServer,
  token: string,
  fields: Fields = {},
): Promise<TokenAnswer> {
  return postToken(as, { grant_type: 'refresh_token', refresh_token: token, ...fields }, 'portal-web');
}

/** Asks as `orders-api` what an access token stands for. */
export async function validate(as: TestAuthorizationServer, token: string): Promise<TokenAnswer> {
  return postToken(as, { grant_type: validateBearer, token }, 'orders-api');
}
