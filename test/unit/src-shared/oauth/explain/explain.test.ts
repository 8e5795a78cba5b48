import { describe, expect, test } from 'vitest';
import { type FlowSetup, flowDefinitions, type RequestTemplate } from '#shared/flows/index.ts';
import {
  allEntries,
  clauseUrl,
  explain,
  explainExchange,
  type MessageKind,
  messageKindOf,
  type ViewedExchange,
} from '#shared/oauth/explain/index.ts';
import { grantIds, grants, oauthErrorCodes, responseModes, responseTypes } from '#shared/oauth/index.ts';

const server = 'https://as.example';
const client = {
  clientId: 'portal',
  scopes: ['openid', 'orders.read'],
  redirectUri: 'https://client.example/cb',
  grantTypes: null,
  responseTypes: null,
} as const;
const authentications = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const places = ['header', 'body', 'query'] as const;

/** Every setup in which our own flows send something else. */
const setups: readonly FlowSetup[] = authentications.flatMap((authentication) =>
  places.map((tokenPlace) => ({
    endpoints: {
      issuer: server,
      metadata: `${server}/.well-known/openid-configuration`,
      authorization: `${server}/as/authorization.oauth2`,
      token: `${server}/as/token.oauth2`,
      introspection: `${server}/as/introspect.oauth2`,
      revocation: `${server}/as/revoke_token.oauth2`,
      pushedAuthorization: null,
      registration: null,
      endSession: `${server}/as/end_session.openid`,
      userinfo: `${server}/as/userinfo.openid`,
      jwks: `${server}/as/jwks`,
      resource: 'https://rs.example/orders',
    },
    client: { ...client, authentication },
    username: 'ann',
    vendorUrn: 'example.com',
    options: { tokenPlace, responseType: null, responseMode: 'form_post' },
    tokenSource: 'obtained',
    holder: null,
    clientPrefix: '',
  })),
);

function viewed({ method, origin, path, query, headers, body }: RequestTemplate): ViewedExchange {
  const form = body.kind === 'form' ? body.fields : [];
  return {
    method,
    origin,
    target: path,
    request: {
      headers,
      fields: [
        ...query.map(({ name, value }) => ({ name, value, part: 'query' as const })),
        ...form.map(({ name, value }) => ({ name, value, part: 'body' as const })),
      ],
    },
    response: null,
  };
}

const sent = flowDefinitions.flatMap(({ kind, script }) => {
  const requests = setups.flatMap((setup) =>
    script(setup).steps.flatMap((step) => (step.act === 'send' || step.act === 'browse' ? [step] : [])),
  );
  return requests.flatMap(({ request }) => {
    const exchange = viewed(request);
    const { fields, headers } = exchange.request;
    const about = messageKindOf(exchange);
    return [
      ...fields.map(({ name, value, part }) => ({ kind, about, place: part ?? 'body', name, value })),
      ...headers.map(({ name, value }) => ({ kind, about, place: 'header' as const, name, value })),
    ];
  });
});
const distinct = [
  ...new Map(sent.map((each) => [`${each.about} ${each.place} ${each.name}`, each])).values(),
];

describe('everything that our own flows send is explained', () => {
  test.each(distinct)('$about: $name ($place)', ({ about, place, name, value }) => {
    const found = explain({ kind: about, place, name, value });
    expect(found?.sentence).toMatch(/^[A-Z].+\.$/);
  });

  test('and there is much of it', () => {
    expect(distinct.length).toBeGreaterThan(40);
  });
});

describe('every value that the server knows is explained', () => {
  test.each(Object.keys(oauthErrorCodes))('error %s', (value) => {
    for (const place of ['response-json', 'location', 'query'] as const) {
      const found = explain({ kind: 'token', place, name: 'error', value });
      expect(found?.sentence).toContain(oauthErrorCodes[value as keyof typeof oauthErrorCodes].meaning);
    }
  });

  test.each(responseTypes.map(({ name }) => name))('response_type %s', (value) => {
    expectValue('authorization', 'response_type', value);
    expectValue('authorization', 'response_type', value.split(' ').toReversed().join(' '));
  });

  test.each(responseModes)('response_mode %s', (value) => {
    expectValue('authorization', 'response_mode', value);
  });

  test.each(grantIds.map((id) => grants[id].grantType('vendor.example')))('grant_type %s', (value) => {
    expectValue('token', 'grant_type', value);
  });

  test.each(['none', 'login', 'consent', 'select_account'])('prompt %s', (value) => {
    expectValue('authorization', 'prompt', value);
  });

  test('the validation grant of any vendor', () => {
    const value = 'urn:vendor.example:oauth2:grant_type:validate_bearer';
    const found = explain({ kind: 'validation', place: 'body', name: 'grant_type', value });
    expect(found?.sentence).toContain('a resource server validates a token');
  });

  function expectValue(kind: MessageKind, name: string, value: string): void {
    const place = kind === 'authorization' ? 'query' : 'body';
    const bare = explain({ kind, place, name })?.sentence ?? '';
    expect(explain({ kind, place, name, value })?.sentence).toMatch(/Here/);
    expect(explain({ kind, place, name, value })?.sentence).not.toBe(bare);
  }
});

describe('an explanation', () => {
  test('leads to its clause', () => {
    expect(clauseUrl('RFC 6749 §4.1.2.1')).toBe('https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1');
    expect(clauseUrl('RFC 6749 Appendix B')).toBe('https://www.rfc-editor.org/rfc/rfc6749#appendix-B');
    expect(clauseUrl('RFC 7522 §3 (9)')).toBe('https://www.rfc-editor.org/rfc/rfc7522#section-3');
    expect(clauseUrl('OpenID Connect Core §3.1.2.1')).toBe(
      'https://openid.net/specs/openid-connect-core-1_0.html#rfc.section.3.1.2.1',
    );
    expect(clauseUrl('Specification 1 §2.3')).toBeNull();
  });

  test.each(
    allEntries().flatMap(({ name, clause, values = [] }) =>
      [clause, ...values.flatMap((value) => value.clause ?? [])].map((each) => [name, each] as const),
    ),
  )('of %s cites a document that can be read, or the specification: %s', (_name, clause) => {
    expect(clauseUrl(clause) !== null || clause.startsWith('Specification 1 §')).toBe(true);
  });

  test('is made of whole sentences', () => {
    const sentences = allEntries().flatMap(({ sentence, without = sentence, values = [] }) => [
      sentence,
      without,
      ...values.map((value) => value.sentence),
    ]);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('depends on where a name stands', () => {
    const code = (kind: MessageKind, place: 'body' | 'location') =>
      explain({ kind, place, name: 'code' })?.clause;
    expect([code('token', 'body'), code('authorization', 'location')]).toEqual([
      'RFC 6749 §4.1.3',
      'RFC 6749 §4.1.2',
    ]);
    expect(explain({ kind: 'resource', place: 'query', name: 'access_token' })?.concern).toContain('logs');
    expect(explain({ kind: 'resource', place: 'body', name: 'access_token' })?.concern).toBeUndefined();
  });

  test('compares headers without regard to case, and parameters with it', () => {
    expect(explain({ kind: 'token', place: 'header', name: 'authorization' })).not.toBeNull();
    expect(explain({ kind: 'token', place: 'body', name: 'Grant_Type' })).toBeNull();
  });

  test.each([
    ['authorization', 'query', 'code_challenge_method', 'plain'],
    ['authorization', 'query', 'response_type', 'token'],
    ['authorization', 'query', 'redirect_uri', 'http://client.example/cb'],
    ['token', 'body', 'grant_type', 'password'],
    ['token', 'response-header', 'cache-control', 'max-age=60'],
    ['page', 'status', '307', ''],
  ] as const)('of %s %s %s: %s says what to stop at', (kind, place, name, value) => {
    expect(explain({ kind, place, name, value })?.concern).toBeDefined();
  });

  test.each([
    ['authorization', 'query', 'redirect_uri', 'http://127.0.0.1:9035/cb'],
    ['authorization', 'query', 'code_challenge_method', 'S256'],
    ['token', 'response-header', 'Cache-Control', 'no-store'],
    ['page', 'status', '303', ''],
  ] as const)('of %s %s %s: %s has nothing to stop at', (kind, place, name, value) => {
    expect(explain({ kind, place, name, value })?.concern).toBeUndefined();
  });
});

describe('an exchange is explained in its order', () => {
  const page: ViewedExchange = {
    method: 'POST',
    origin: server,
    target: '/as/authorization.oauth2',
    request: {
      headers: [{ name: 'Cookie', value: 'session=••••' }],
      fields: [{ name: 'csrf', value: '••••', part: 'body' }],
    },
    response: {
      status: 303,
      headers: [
        { name: 'Location', value: 'https://client.example/cb?code=••••&state=s#x' },
        { name: 'Set-Cookie', value: 'session=••••; Path=/as; SameSite=Lax' },
        { name: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" },
        { name: 'X-Unknown', value: 'x' },
      ],
      text: null,
      mediaType: 'text/html',
    },
  };

  test('with the parameters of a redirect, the attributes of cookies and the directives of a policy', () => {
    expect(explainExchange(page).map(({ place, name }) => `${place} ${name}`)).toEqual([
      'body csrf',
      'header Cookie',
      'status 303',
      'response-header Location',
      'location code',
      'location state',
      'response-header Set-Cookie',
      'response-header Set-Cookie: Path',
      'response-header Set-Cookie: SameSite',
      'response-header Content-Security-Policy',
      'response-header Content-Security-Policy: default-src',
      'response-header Content-Security-Policy: frame-ancestors',
      'response-header Set-Cookie: HttpOnly',
      'response-header Set-Cookie: Secure',
    ]);
  });

  test('and what a cookie lacks is a concern', () => {
    const concerns = explainExchange(page).filter(({ concern }) => concern !== undefined);
    expect(concerns.map(({ name }) => name)).toEqual(['Set-Cookie: HttpOnly', 'Set-Cookie: Secure']);
    expect(concerns[0]?.concern).toContain('It is missing.');
  });

  test('with the members of a JSON answer, and of a broken one none', () => {
    const token = (text: string): ViewedExchange => ({
      ...page,
      target: '/as/token.oauth2',
      request: { headers: [], fields: [{ name: 'grant_type', value: 'refresh_token', part: 'body' }] },
      response: { status: 200, headers: [], text, mediaType: 'application/json' },
    });
    const names = (text: string) =>
      explainExchange(token(text))
        .filter(({ place }) => place === 'response-json')
        .map(({ name }) => name);
    expect(names('{"access_token":"••••","token_type":"Bearer","expires_in":1,"own":2}')).toEqual([
      'access_token',
      'token_type',
      'expires_in',
    ]);
    expect(names('{"access_token":')).toEqual([]);
    expect(names('["access_token"]')).toEqual([]);
  });

  test.each([
    ['/oauth/introspect', [], 'introspection'],
    ['/oauth2/revoke', [], 'revocation'],
    ['/.well-known/openid-configuration', [], 'metadata'],
    ['/oauth2/jwks.json', [], 'keys'],
    ['/authorize?x', ['client_id', 'response_type'], 'authorization'],
    ['/tenant/as/authorization.oauth2?txn=1', ['txn'], 'authorization'],
    ['/cb', ['code', 'state'], 'callback'],
    ['/orders', [], 'resource'],
  ] as const)('and %s with %j is about %s', (target, names, kind) => {
    const fields = names.map((name) => ({ name, value: 'x', part: 'query' as const }));
    expect(
      messageKindOf({ ...page, method: 'GET', target, request: { headers: [], fields }, response: null }),
    ).toBe(kind);
  });
});
