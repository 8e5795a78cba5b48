import type { JsonWebKey } from 'node:crypto';
import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { createRouter } from '#main/platform/router.ts';
import { type Form, formatForm, formValue, parseForm, withQuery } from '#shared/oauth/index.ts';
import type { Received } from './received.ts';
import { leadTo } from './start.ts';
import { answerTrap } from './traps.ts';

/** The honest server, and how the malicious one poses before it. */
export interface HonestServer {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  /** The application's registration at the honest server. */
  readonly clientId: string;
  /** Where the honest server is to answer; absent: where the application said. */
  readonly redirectUri?: string;
}

export interface CounterfeitOptions {
  /** As whom its answers name it; null: they name nobody. RFC 9207 §2 */
  readonly responseIssuer: string | null;
  /** Browsers are sent on to it; null: to nobody. */
  readonly honest: () => HonestServer | null;
  /** A code that was stolen elsewhere, with which it answers by itself; null: it sends browsers on. */
  readonly stolenCode?: () => string | null;
  /** The public keys of an issuer that the application trusts, which nobody else hosts; absent: none. RFC 7517 §5 */
  readonly issuerKeys?: () => Promise<readonly JsonWebKey[]>;
}

/** Where it publishes those keys. */
export const keysPath = '/keys';

/** A hostile authorization server and resource server. */
export interface CounterfeitServer {
  readonly handle: HttpHandler;
  /** Returns the requests that have arrived, in order. */
  received(): readonly Received[];
  forget(): void;
}

const maxReceived = 1_000;
const json = ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'] as const;

/**
 * Plays an authorization server that an application was talked into trusting: `/authorize` leads browsers on to the
 * honest server (mix-up) or answers with a code from elsewhere (injection), `/token` and `/orders` take whatever they
 * are given; `/traps/…` are resources that lead an MCP client astray. RFC 9700 §4.4, §4.5, §4.9
 */
export function createCounterfeitServer(options: CounterfeitOptions): CounterfeitServer {
  const received: Received[] = [];
  const note = (endpoint: Received['endpoint'], request: HttpRequest): Form => {
    const form = parseForm(request.method === 'POST' ? request.body.toString('utf8') : request.query);
    const named = form.fields.map(({ name, value }) => [name, value] as const);
    const { authorization = null } = request.headers;
    received.push({ endpoint, parameters: Object.fromEntries(named.toReversed()), authorization });
    if (received.length > maxReceived) received.shift();
    return form;
  };
  const others = createRouter([
    {
      path: '/authorize',
      methods: ['GET', 'POST'],
      handler: (request) => leadAstray(options, note('authorization', request)),
    },
    {
      path: '/token',
      methods: ['POST'],
      handler: (request) => {
        note('token', request);
        const body = JSON.stringify({ access_token: 'counterfeit', token_type: 'Bearer', expires_in: 60 });
        return { status: 200, headers: json, body };
      },
    },
    {
      path: keysPath,
      methods: ['GET'],
      handler: async () => ({
        status: 200,
        headers: json,
        body: JSON.stringify({ keys: (await options.issuerKeys?.()) ?? [] }),
      }),
    },
    {
      path: '/orders',
      methods: ['GET', 'POST'],
      handler: (request) => {
        note('resource', request);
        const { authorization = null } = request.headers;
        return { status: 200, headers: json, body: JSON.stringify({ orders: [], authorization }) };
      },
    },
  ]);
  const handle: HttpHandler = (request, notes) =>
    answerTrap({ honest: options.honest, note }, request) ?? others(request, notes);
  return { handle, received: () => [...received], forget: () => void received.splice(0) };
}

function leadAstray({ responseIssuer, honest, stolenCode }: CounterfeitOptions, form: Form): HttpResponse {
  const code = stolenCode?.() ?? null;
  const server = honest();
  if (code !== null) {
    const issuer = responseIssuer === null ? [] : [['iss', responseIssuer] as const];
    const state = formValue(form, 'state') ?? '';
    const query = formatForm([['code', code], ['state', state], ...issuer]);
    return leadTo(withQuery(formValue(form, 'redirect_uri') ?? '', query));
  }
  if (server === null) return { status: 404, headers: json, body: '{"error":"invalid_request"}' };
  const changed = new Map(form.fields.map(({ name, value }) => [name, value]));
  changed.set('client_id', server.clientId);
  if (server.redirectUri !== undefined) changed.set('redirect_uri', server.redirectUri);
  return leadTo(withQuery(server.authorizationEndpoint, formatForm([...changed])));
}
