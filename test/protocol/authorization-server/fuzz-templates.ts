import {
  authorizationPath,
  endSessionPath,
  grantsPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  pushedAuthorizationPath,
  registrationPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { fuzzKey, spoiledJson, spoiledJwt } from './fuzz-jwts.ts';
import type { SeededRandom } from './fuzz-random.ts';
import type { Known } from './fuzz-values.ts';
import { callback, challenge, validateBearer, verifier } from './parties.ts';

export type Pairs = [name: string, value: string][];

/** A right request, or one whose JWTs and JSON may have something wrong. */
export interface Template {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly fields: (known: Known, random: SeededRandom) => Pairs;
  /** `id:secret` of HTTP Basic. */
  readonly client?: string;
  /** A body of JSON in place of the fields, which go to the query. */
  readonly json?: (known: Known, random: SeededRandom) => string;
  /** The token after `Bearer`, or after `DPoP` where a proof goes with it. */
  readonly token?: (known: Known) => string;
  /** True if a proof of a key goes with it. RFC 9449 §5 */
  readonly isProven?: true;
}

/** The issuers of JWT grants and of ID-JAGs, the server that ID-JAGs are issued for, and the resource behind it. */
export const partner = 'https://partner.example';
export const jagPartner = 'https://idp.example';
export const jagAudience = 'https://resource.example';
export const ordersResource = 'https://orders.example';

const uri = encodeURIComponent(callback);
const form = (path: string, client: string, fields: Template['fields']): Template => ({
  path,
  method: 'POST',
  fields,
  client: `${client}:${client}-secret`,
});
const exchangeGrant = encodeURIComponent('urn:ietf:params:oauth:grant-type:token-exchange');
const samlGrant = encodeURIComponent('urn:ietf:params:oauth:grant-type:saml2-bearer');
const accessTokenType = encodeURIComponent('urn:ietf:params:oauth:token-type:access_token');
const authorization = (): Pairs => [
  ['client_id', 'portal-web'],
  ['response_type', 'code'],
  ['redirect_uri', uri],
  ['scope', 'openid%20profile'],
  ['state', 'af0'],
  ['nonce', 'n-0S6'],
  ['code_challenge', challenge],
  ['code_challenge_method', 'S256'],
];
const page = ({ transaction, csrf }: Known): Pairs => [
  ['txn', transaction],
  ['csrf', csrf],
];

/** A right request of each kind; what is sent is mostly one of these with something wrong. */
const firstTemplates: readonly [Template, ...Template[]] = [
  { path: authorizationPath, method: 'GET', fields: authorization },
  { path: authorizationPath, method: 'POST', fields: authorization },
  {
    path: authorizationPath,
    method: 'POST',
    fields: (known) => [...page(known), ['username', 'ann'], ['password', 'ann-password']],
  },
  { path: authorizationPath, method: 'POST', fields: (known) => [...page(known), ['decision', 'allow']] },
  { path: authorizationPath, method: 'GET', fields: page },
  form(pushedAuthorizationPath, 'portal-web', authorization),
  form(pushedAuthorizationPath, 'portal-web', () => [
    ...authorization(),
    ['response_mode', 'jwt'],
    ['resource', encodeURIComponent('https://orders.example')],
    ['claims', encodeURIComponent('{"id_token":{"acr":{"essential":true}}}')],
  ]),
  {
    path: authorizationPath,
    method: 'GET',
    fields: () => [
      ['client_id', 'portal-web'],
      ['request_uri', encodeURIComponent('urn:ietf:params:oauth:request_uri:x')],
    ],
  },
  form(tokenPath, 'portal-web', ({ code }) => [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', uri],
    ['code_verifier', verifier],
  ]),
  form(tokenPath, 'portal-web', ({ refreshToken }) => [
    ['grant_type', 'refresh_token'],
    ['refresh_token', refreshToken],
    ['scope', 'orders.read'],
  ]),
  form(tokenPath, 'batch-job', () => [
    ['grant_type', 'client_credentials'],
    ['scope', 'orders.read'],
  ]),
  form(tokenPath, 'portal-web', () => [
    ['grant_type', 'password'],
    ['username', 'ann'],
    ['password', 'ann-password'],
    ['scope', 'orders.read'],
  ]),
  form(tokenPath, 'orders-api', ({ accessToken }) => [
    ['grant_type', encodeURIComponent(validateBearer)],
    ['token', accessToken],
  ]),
  form(tokenPath, 'portal-web', ({ accessToken }) => [
    ['grant_type', exchangeGrant],
    ['subject_token', accessToken],
    ['subject_token_type', accessTokenType],
  ]),
  form(tokenPath, 'portal-web', () => [
    ['grant_type', samlGrant],
    ['assertion', 'PHNhbWw6QXNzZXJ0aW9uLz4'],
  ]),
  form(introspectionPath, 'orders-api', ({ accessToken }) => [['token', accessToken]]),
  form(revocationPath, 'portal-web', ({ refreshToken }) => [
    ['token', refreshToken],
    ['token_type_hint', 'refresh_token'],
  ]),
  { path: userinfoPath, method: 'GET', fields: () => [], token: ({ accessToken }) => accessToken },
  { path: userinfoPath, method: 'POST', fields: ({ accessToken }) => [['access_token', accessToken]] },
  { path: jwksPath, method: 'GET', fields: () => [] },
  { path: '/.well-known/openid-configuration', method: 'GET', fields: () => [] },
  { path: '/.well-known/oauth-authorization-server', method: 'GET', fields: () => [] },
  {
    path: providerCallbackPath,
    method: 'GET',
    fields: ({ code }) => [
      ['code', code],
      ['state', 'x'],
    ],
  },
  { path: '/as/nothing', method: 'GET', fields: () => [] },
];

const jwtGrant = encodeURIComponent('urn:ietf:params:oauth:grant-type:jwt-bearer');
const assertionType = encodeURIComponent('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
const jagType = encodeURIComponent('urn:ietf:params:oauth:token-type:id-jag');
const idTokenType = encodeURIComponent('urn:ietf:params:oauth:token-type:id_token');
const orders = encodeURIComponent(ordersResource);
const metadata = {
  redirect_uris: [callback],
  application_type: 'native',
  client_name: 'Agent',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  scope: 'orders.read',
  jwks: { keys: [fuzzKey] },
  logo_uri: 'https://agent.example/logo',
} as const;

const times = ({ nowSeconds }: Known, random: SeededRandom) => ({
  iat: nowSeconds,
  exp: nowSeconds + 60,
  jti: random.bytes(12).toString('hex'),
});
const assertionOf = (known: Known, random: SeededRandom): string =>
  spoiledJwt(random, known, {
    header: { typ: 'client-authentication+jwt' },
    claims: { iss: 'key-job', sub: 'key-job', aud: known.origin, ...times(known, random) },
  });
const asserted = (known: Known, random: SeededRandom): Pairs => [
  ['client_id', 'key-job'],
  ['client_assertion_type', assertionType],
  ['client_assertion', assertionOf(known, random)],
];
const jwtOf = (known: Known, random: SeededRandom): string =>
  spoiledJwt(random, known, {
    header: {},
    claims: { iss: partner, sub: 'ann', aud: known.origin, ...times(known, random) },
  });
const jagOf = (known: Known, random: SeededRandom): string =>
  spoiledJwt(random, known, {
    header: { typ: 'oauth-id-jag+jwt' },
    claims: {
      iss: jagPartner,
      sub: 'ann',
      aud: known.origin,
      client_id: 'portal-web',
      resource: ordersResource,
      scope: 'orders.read',
      ...times(known, random),
    },
  });
const requestObject = (known: Known, random: SeededRandom): string =>
  spoiledJwt(random, known, {
    header: { typ: 'oauth-authz-req+jwt' },
    claims: {
      iss: 'portal-web',
      aud: known.origin,
      client_id: 'portal-web',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'orders.read',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...times(known, random),
    },
  });
const managed = ({ registrationId }: Known): Pairs => [['client_id', registrationId]];
const bare: Template['fields'] = () => [];

/** The features added since: assertions, proofs, request objects, registration, sign-outs, documents as clients, ID-JAGs. */
const laterTemplates: readonly Template[] = [
  {
    path: tokenPath,
    method: 'POST',
    fields: (known, random) => [['grant_type', 'client_credentials'], ...asserted(known, random)],
  },
  {
    path: pushedAuthorizationPath,
    method: 'POST',
    fields: (known, random) => [
      ...asserted(known, random),
      ['response_type', 'code'],
      ['redirect_uri', uri],
      ['code_challenge', challenge],
      ['code_challenge_method', 'S256'],
    ],
  },
  {
    path: introspectionPath,
    method: 'POST',
    fields: (known, random) => [['token', known.accessToken], ...asserted(known, random)],
  },
  { ...form(tokenPath, 'batch-job', () => [['grant_type', 'client_credentials']]), isProven: true },
  {
    ...form(tokenPath, 'portal-web', ({ code }) => [
      ['grant_type', 'authorization_code'],
      ['code', code],
      ['redirect_uri', uri],
      ['code_verifier', verifier],
      ['resource', orders],
    ]),
    isProven: true,
  },
  {
    path: userinfoPath,
    method: 'GET',
    fields: bare,
    token: ({ boundToken }) => boundToken,
    isProven: true,
  },
  {
    path: authorizationPath,
    method: 'GET',
    fields: (known, random) => [
      ['client_id', 'portal-web'],
      ['request', requestObject(known, random)],
    ],
  },
  form(pushedAuthorizationPath, 'portal-web', (known, random) => [
    ['client_id', 'portal-web'],
    ['request', requestObject(known, random)],
  ]),
  form(tokenPath, 'portal-web', (known, random) => [
    ['grant_type', jwtGrant],
    ['assertion', jwtOf(known, random)],
    ['scope', 'orders.read'],
  ]),
  form(tokenPath, 'portal-web', (known, random) => [
    ['grant_type', jwtGrant],
    ['assertion', jagOf(known, random)],
  ]),
  form(tokenPath, 'portal-web', ({ idToken }) => [
    ['grant_type', exchangeGrant],
    ['requested_token_type', jagType],
    ['subject_token', idToken],
    ['subject_token_type', idTokenType],
    ['audience', encodeURIComponent(jagAudience)],
    ['resource', orders],
  ]),
  {
    path: registrationPath,
    method: 'POST',
    fields: bare,
    json: (known, random) => spoiledJson(random, known, metadata),
  },
  {
    path: registrationPath,
    method: 'GET',
    fields: managed,
    token: ({ registrationToken }) => registrationToken,
  },
  {
    path: registrationPath,
    method: 'PUT',
    fields: managed,
    token: ({ registrationToken }) => registrationToken,
    json: (known, random) => spoiledJson(random, known, { ...metadata, client_id: known.registrationId }),
  },
  {
    path: registrationPath,
    method: 'DELETE',
    fields: managed,
    token: ({ registrationToken }) => registrationToken,
  },
  {
    path: endSessionPath,
    method: 'GET',
    fields: ({ idToken }) => [
      ['id_token_hint', idToken],
      ['post_logout_redirect_uri', uri],
      ['state', 'af0'],
    ],
  },
  {
    path: endSessionPath,
    method: 'POST',
    fields: ({ csrf }) => [
      ['client_id', 'portal-web'],
      ['csrf', csrf],
      ['decision', 'sign-out'],
    ],
  },
  {
    path: authorizationPath,
    method: 'GET',
    fields: () => [
      ['client_id', encodeURIComponent('https://127.0.0.1:1/agent')],
      ['response_type', 'code'],
      ['redirect_uri', uri],
      ['code_challenge', challenge],
      ['code_challenge_method', 'S256'],
    ],
  },
  { path: grantsPath, method: 'GET', fields: bare },
  {
    path: grantsPath,
    method: 'POST',
    fields: ({ csrf }) => [
      ['csrf', csrf],
      ['username', 'ann'],
      ['password', 'ann-password'],
    ],
  },
];

/** A request of each kind; what is sent is mostly one of these with something wrong. */
export const templates: readonly [Template, ...Template[]] = [...firstTemplates, ...laterTemplates];
