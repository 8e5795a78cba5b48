import {
  authorizationPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  pushedAuthorizationPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { type SeededRandom, seededRandom } from './fuzz-random.ts';
import { type Known, parameterNames, wireValue } from './fuzz-values.ts';
import { callback, challenge, validateBearer, verifier } from './parties.ts';

/** One request as bytes, and what a server has to do with it. */
export interface FuzzRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /** Well-formed as HTTP: it has to be answered. Anything else may also end the connection. */
  readonly isWhole: boolean;
}

type Pairs = [name: string, value: string][];

interface Template {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly fields: (known: Known) => Pairs;
  /** `id:secret` of HTTP Basic. */
  readonly client?: string;
}

const uri = encodeURIComponent(callback);
const form = (path: string, client: string, fields: (known: Known) => Pairs): Template => ({
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
const templates: readonly [Template, ...Template[]] = [
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
  { path: userinfoPath, method: 'GET', fields: () => [] },
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

const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
] as const;
const contentTypes = [
  'application/x-www-form-urlencoded;charset=UTF-8',
  'APPLICATION/X-WWW-FORM-URLENCODED',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  ';;;',
  '',
] as const;
const formType = 'application/x-www-form-urlencoded';

function spoilFields(random: SeededRandom, known: Known, given: Pairs): Pairs {
  const fields = given.map(([name, value]): [string, string] => [name, value]);
  const changes = random.below(4);
  for (let change = 0; change < changes; change += 1) {
    const at = random.below(fields.length);
    const field = fields[at];
    const name = random.chance(80) ? random.pick(parameterNames) : wireValue(random, known);
    if (field === undefined || random.chance(25)) fields.push([name, wireValue(random, known)]);
    else if (random.chance(20)) fields.splice(at, 1);
    else if (random.chance(22))
      fields.push([field[0], random.chance(50) ? field[1] : wireValue(random, known)]);
    else field[1] = wireValue(random, known);
  }
  return fields;
}

const fieldText = (random: SeededRandom, fields: Pairs): string =>
  fields
    .map(([name, value]) => (random.chance(2) ? name : `${name}=${value}`))
    .join(random.chance(97) ? '&' : random.pick(['&&', ';', '&amp;', '\r\n']));

function authorizationHeader(random: SeededRandom, known: Known, { client }: Template): readonly string[] {
  const basic = (text: string) => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;
  const right =
    client === undefined ? (random.chance(50) ? [`Bearer ${known.accessToken}`] : []) : [basic(client)];
  if (random.chance(80)) return right;
  const wrong = [
    'Basic',
    'Basic ====',
    'Basic \u00e4\u00f6',
    basic('no colon'),
    basic(`portal-web:${wireValue(random, known)}`),
    basic(`${wireValue(random, known)}:x`),
    basic(random.bytes(12).toString('latin1')),
    `Bearer ${wireValue(random, known)}`,
    'Bearer',
    'Digest username="ann", realm="x"',
    wireValue(random, known),
  ] as const;
  return random.chance(20) ? [...right, random.pick(wrong)] : [random.pick(wrong)];
}

/** Keeps the characters allowed in a header field; anything else is for the malformed requests. RFC 9110 §5.5. */
const fieldValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 9_000);

function otherHeaders(random: SeededRandom, known: Known): Pairs {
  const headers: Pairs = [];
  if (random.chance(40))
    headers.push(['Cookie', random.chance(70) ? known.cookie : wireValue(random, known)]);
  if (random.chance(15))
    headers.push(['Accept-Language', random.pick(['de, en;q=0.5', '*', ';q=', 'x'.repeat(400)])]);
  if (random.chance(15)) headers.push(['Origin', random.pick(['null', 'http://elsewhere.example', '*', ''])]);
  if (random.chance(8))
    headers.push([
      random.pick(['X-Forwarded-Host', 'X-Forwarded-Proto', 'DPoP', 'Referer']),
      wireValue(random, known),
    ]);
  if (random.chance(4)) headers.push(['Expect', random.pick(['100-continue', '200-maybe'])]);
  if (random.chance(3)) headers.push(['Access-Control-Request-Method', 'POST']);
  return headers;
}

/** Breaks the bytes of a request. */
function breakBytes(random: SeededRandom, whole: Buffer): Buffer {
  switch (random.below(7)) {
    case 0:
      return random.bytes(1 + random.below(400));
    case 1:
      return whole.subarray(0, random.below(whole.length));
    case 2:
      return Buffer.concat([
        whole.subarray(0, whole.length >> 1),
        random.bytes(3),
        whole.subarray(whole.length >> 1),
      ]);
    case 3:
      return Buffer.from(
        whole.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: 99999'),
        'latin1',
      );
    case 4: {
      const changed = Buffer.from(whole);
      for (let flips = 0; flips < 4; flips += 1) changed[random.below(changed.length)] = random.below(256);
      return changed;
    }
    case 5:
      return Buffer.from(
        whole
          .toString('latin1')
          .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked\r\nContent-Length: 3'),
        'latin1',
      );
    default:
      return Buffer.from(
        whole.toString('latin1').replaceAll('\r\n', random.pick(['\n', '\r', '\r\n\r\n'])),
        'latin1',
      );
  }
}

/** Makes the request with this number of a run. */
export function fuzzRequest(seed: number, index: number, host: string, known: Known): FuzzRequest {
  const random = seededRandom(seed, index);
  const template = random.pick(templates);
  const method = random.chance(94) ? template.method : random.pick(methods);
  const fields = fieldText(random, spoilFields(random, known, template.fields(known)));
  const inBody = method === 'POST' || (method !== 'GET' && method !== 'HEAD' && random.chance(60));
  const isElsewhere = random.chance(4);
  const query = inBody === isElsewhere ? fields : random.chance(5) ? `x=${wireValue(random, known)}` : '';
  const body = Buffer.from(inBody && !isElsewhere ? fields : '', random.chance(90) ? 'utf8' : 'latin1');
  const path = random.chance(98)
    ? template.path
    : `${template.path}${random.pick(['/', '//', '%2f', '/..;/', '%00'])}`;
  const target = query === '' ? path : `${path}?${encodeURI(query).replaceAll('%25', '%').slice(0, 15_000)}`;
  const headers: Pairs = [['Host', random.chance(97) ? host : 'elsewhere.example']];
  for (const value of authorizationHeader(random, known, template)) headers.push(['Authorization', value]);
  if (inBody) headers.push(['Content-Type', random.chance(88) ? formType : random.pick(contentTypes)]);
  headers.push(...otherHeaders(random, known));
  if (inBody || body.length > 0) headers.push(['Content-Length', String(body.length)]);
  const lines = headers.map(([name, value]) => `${name}: ${fieldValue(value)}`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  const isWhole = random.chance(93);
  return { bytes: isWhole ? whole : breakBytes(random, whole), method, isWhole };
}
