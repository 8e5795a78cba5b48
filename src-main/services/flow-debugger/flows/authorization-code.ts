import { createHash } from 'node:crypto';
import { GatehouseError } from '#shared/errors/index.ts';
import { authorizationPath, codeChallenge, formatForm, formatScope, tokenPath } from '#shared/oauth/index.ts';
import {
  type FlowContext,
  type FlowDefinition,
  FlowFailure,
  type FlowStepDefinition,
  userOf,
} from '../flow-definition.ts';
import { receiveTokens, resourceSteps, tokenRequest } from './requests.ts';

/** Path of the sample client under which answers arrive. */
const callbackPath = '/cb';
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** The redirect URI of the client that leads to the sample client. */
function redirectUri({ client, upstreams }: FlowContext): string | null {
  return client.redirectUris.find((uri) => uri === upstreams + callbackPath) ?? null;
}

function check(context: FlowContext): void {
  const { client, upstreams } = context;
  const location = { file: `oauth/clients/${client.clientId}.json` };
  if (!client.grantTypes.has('authorization_code') || !client.responseTypes.has('code'))
    throw new GatehouseError(
      'flow.client-unsuited',
      `${client.clientId} may not use the authorization code grant.`,
      {
        fix: 'Add grant_type authorization_code and response_type code to its registration, or pick another client.',
        location,
      },
    );
  if (redirectUri(context) === null)
    throw new GatehouseError(
      'flow.no-callback',
      `${client.clientId} has no redirect URI that leads to Gatehouse.`,
      {
        fix: `Register ${upstreams}${callbackPath} as a redirect URI of the client.`,
        location,
      },
    );
}

function shelf(value: string, secret: boolean, remark: string) {
  const state = secret ? 'made' : 'sent';
  return {
    value,
    secret,
    state,
    tone: 'muted',
    remark,
    issuedAtMillis: null,
    expiresAtMillis: null,
  } as const;
}

function valueOf({ values }: FlowContext, name: string): string {
  return values.get(name)?.value ?? '';
}

function authorizationUrl(context: FlowContext, withPkce: boolean): string {
  const { client, authorizationServer, username } = context;
  const verifier = valueOf(context, 'code_verifier');
  const query = formatForm([
    ['client_id', client.clientId],
    ['response_type', 'code'],
    ['redirect_uri', redirectUri(context) ?? ''],
    ...(client.scopes.length > 0 ? ([['scope', formatScope(client.scopes)]] as const) : []),
    ['state', valueOf(context, 'state')],
    ...(withPkce
      ? ([
          ['code_challenge', codeChallenge(verifier, 'S256', sha256)],
          ['code_challenge_method', 'S256'],
        ] as const)
      : []),
    ...(username === null ? [] : ([['login_hint', username]] as const)),
  ]);
  return `${authorizationServer}${authorizationPath}?${query}`;
}

function callback(context: FlowContext, parameters: ReadonlyMap<string, string>): void {
  const state = context.values.get('state');
  if (state !== undefined) context.values.set('state', { ...state, state: 'matches', tone: 'ok' });
  const error = parameters.get('error');
  if (error !== undefined) {
    const description = parameters.get('error_description');
    throw new FlowFailure(
      `The server refused with ${error}${description === undefined ? '' : `: ${description}`}`,
    );
  }
  const code = parameters.get('code');
  if (code === undefined || code === '') throw new FlowFailure('The answer has neither a code nor an error.');
  const issuedAtMillis = context.nowMillis();
  context.values.set('code', {
    value: code,
    secret: true,
    state: 'issued',
    tone: 'ok',
    remark: '',
    issuedAtMillis,
    expiresAtMillis: issuedAtMillis + context.codeLifetimeSeconds * 1_000,
  });
}

function markCode(context: FlowContext, state: string): void {
  const code = context.values.get('code');
  if (code !== undefined)
    context.values.set('code', { ...code, state, tone: 'muted', expiresAtMillis: null });
}

const browserSteps: readonly FlowStepDefinition[] = [
  {
    id: 'login',
    method: 'GET',
    from: 'browser',
    to: 'client',
    path: '/login',
    by: 'browser',
    isSeenAs: ({ service, path, query }, { runId }) =>
      service === 'sampleUpstreams' && path === '/login' && query.get('run') === runId,
  },
  {
    id: 'authorize',
    method: 'GET',
    from: 'browser',
    to: 'as',
    path: authorizationPath,
    by: 'browser',
    isSeenAs: ({ service, method, path, query }, context) =>
      service === 'authorizationServer' &&
      method === 'GET' &&
      path === authorizationPath &&
      query.get('state') === valueOf(context, 'state'),
  },
  {
    id: 'sign-in',
    method: 'POST',
    from: 'browser',
    to: 'as',
    path: authorizationPath,
    remark: 'sign-in, consent',
    by: 'browser',
    repeats: true,
    isSeenAs: ({ service, method, path, tags }, { transactionId }) =>
      service === 'authorizationServer' &&
      method === 'POST' &&
      path === authorizationPath &&
      transactionId !== null &&
      tags.includes(`txn:${transactionId}`),
    describe({ requestBody, tags }) {
      const decision = new URLSearchParams(requestBody).get('decision');
      return decision === null ? `sign-in ${userOf(tags)}`.trim() : `consent, ${decision}`;
    },
  },
  {
    id: 'callback',
    method: 'GET',
    from: 'browser',
    to: 'client',
    path: callbackPath,
    by: 'browser',
    isSeenAs: ({ service, path, query }, context) =>
      service === 'sampleUpstreams' &&
      path === callbackPath &&
      query.get('state') === valueOf(context, 'state'),
    describe: ({ query }) => [...query.keys()].join(', '),
  },
];

function tokenStep(withPkce: boolean): FlowStepDefinition {
  return {
    id: 'token',
    method: 'POST',
    from: 'client',
    to: 'as',
    path: tokenPath,
    by: 'engine',
    isSeenAs: ({ service, path, requestBody }, context) =>
      service === 'authorizationServer' &&
      path === tokenPath &&
      new URLSearchParams(requestBody).get('code') === valueOf(context, 'code'),
    request: (context) =>
      tokenRequest(context, [
        ['grant_type', 'authorization_code'],
        ['code', valueOf(context, 'code')],
        ['redirect_uri', redirectUri(context) ?? ''],
        ...(withPkce ? ([['code_verifier', valueOf(context, 'code_verifier')]] as const) : []),
      ]),
    receive(context, response) {
      markCode(context, 'used up');
      receiveTokens(context, response);
    },
  };
}

function authorizationCodeFlow(kind: string, title: string, withPkce: boolean): FlowDefinition {
  return {
    kind,
    title,
    needsUser: true,
    check,
    begin({ values }, random) {
      if (withPkce) values.set('code_verifier', shelf(random(32), true, 'PKCE, S256'));
      values.set('state', shelf(random(12), false, ''));
    },
    authorizationUrl: (context) => authorizationUrl(context, withPkce),
    callback,
    steps: [...browserSteps, tokenStep(withPkce), ...resourceSteps],
  };
}

/** RFC 6749 §4.1 with RFC 7636. */
export const authorizationCodeWithPkce = authorizationCodeFlow(
  'code-pkce',
  'Authorization code + PKCE',
  true,
);

/** RFC 6749 §4.1 without PKCE. */
export const authorizationCode = authorizationCodeFlow('code', 'Authorization code', false);
