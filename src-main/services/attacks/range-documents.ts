const redirectUri = 'https://app.example/cb';

/** A response of the host of documents. */
export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Facts of a request for a document. */
export interface DocumentRequest {
  /** URL of the document. */
  readonly url: string;
  /** How often it was requested before. */
  readonly before: number;
  readonly origin: string;
  /** Address of the canary, by https. */
  readonly canary: string;
}

type Members = Readonly<Record<string, unknown>>;

const json = { 'content-type': 'application/json' };

/** A document of a public client with one redirect URI, changed by members. */
function described({ url }: DocumentRequest, members: Members = {}): string {
  return JSON.stringify({
    client_id: url,
    client_name: 'Desk',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...members,
  });
}

const answering = (request: DocumentRequest, members: Members = {}): DocumentAnswer => ({
  status: 200,
  headers: json,
  body: described(request, members),
});

/** A point of P-256, for keys that nothing is verified with. RFC 7517 §A.1 */
const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** Behaviours of the host, by the path of the document: as cases name them. */
const behaviours: Readonly<Record<string, (request: DocumentRequest) => DocumentAnswer>> = {
  honest: (request) => answering(request),
  case: (request) => answering(request, { client_id: request.url.replace(/case$/, 'CASE') }),
  slash: (request) => answering(request, { client_id: `${request.url}/` }),
  scheme: (request) => answering(request, { client_id: request.url.replace('https:', 'HTTPS:') }),
  moved: (request) => ({
    status: 302,
    headers: { location: `${request.origin}/documents/there` },
    body: '',
  }),
  there: (request) => answering(request, { client_id: `${request.origin}/documents/moved` }),
  away: ({ canary }) => ({ status: 302, headers: { location: `${canary}/document` }, body: '' }),
  created: (request) => ({ ...answering(request), status: 201 }),
  absent: (request) => ({ ...answering(request), status: 404 }),
  'keys-inside': (request) => answering(request, { jwks_uri: `${request.canary}/jwks` }),
  'logo-inside': (request) => answering(request, { logo_uri: `${request.canary}/logo` }),
  large: (request) => answering(request, { more: 'x'.repeat(20_000) }),
  flaky: (request) => (request.before === 0 ? { status: 500, headers: {}, body: '' } : answering(request)),
  aging: (request) =>
    request.before === 0
      ? { ...answering(request), headers: { ...json, 'cache-control': 'max-age=315360000' } }
      : { status: 404, headers: {}, body: '' },
  secret: (request) => answering(request, { client_secret: 'known-to-everybody' }),
  'secret-method': (request) => answering(request, { token_endpoint_auth_method: 'client_secret_post' }),
  'private-key': (request) => answering(request, { jwks: { keys: [{ ...publicKey, d: publicKey.x }] } }),
  signer: (request) =>
    answering(request, { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [publicKey] } }),
  'redirect-drift': (request) =>
    answering(
      request,
      request.before === 0 ? {} : { redirect_uris: [redirectUri, 'https://evil.example/cb'] },
    ),
  'key-drift': (request) => answering(request, request.before === 0 ? {} : { jwks: { keys: [publicKey] } }),
  local: (request) =>
    answering(request, { application_type: 'native', redirect_uris: ['http://127.0.0.1/cb'] }),
};

/** The response to a request for a document of the range. */
export function documentAnswer(name: string, request: DocumentRequest): DocumentAnswer {
  const behaviour = Object.hasOwn(behaviours, name) ? behaviours[name] : undefined;
  return behaviour?.(request) ?? { status: 404, headers: {}, body: '' };
}
