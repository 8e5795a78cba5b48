import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { diffExchanges, revealField, toCurl, toHar, viewExchange } from '#main/services/activity/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { property } from '#test/support/property.ts';

const exchange = (changes: Partial<ExchangeDraft>) =>
  unpackExchange(packExchange('id', exchangeDraft(changes), true));
const secret = 'planted-SECRET-value';

/** Each place in which a secret can stand in an exchange of this application. */
const places: readonly [string, Partial<ExchangeDraft>][] = [
  [
    'Basic credentials',
    { requestHeaders: ['authorization', `Basic ${Buffer.from(secret).toString('base64')}`] },
  ],
  ['a bearer token', { requestHeaders: ['Authorization', `Bearer ${secret}`] }],
  ['a cookie', { requestHeaders: ['Cookie', `gh_session=${secret}; theme=dark`] }],
  ['a set cookie', { responseHeaders: ['Set-Cookie', `gh_session=${secret}; Path=/; HttpOnly`] }],
  ['a management password', { requestHeaders: ['X-Gatehouse-Password', secret] }],
  [
    'a form field',
    {
      requestBody: Buffer.from(
        `grant_type=password&password=${secret}&client_secret=${secret}&code=${secret}`,
      ),
    },
  ],
  ['a query parameter', { method: 'GET', requestBody: '', target: `/cb?code=${secret}&state=x` }],
  [
    'a redirect',
    {
      status: 302,
      responseBody: '',
      responseHeaders: ['Location', `http://127.0.0.1:9035/cb?code=${secret}&state=x`],
    },
  ],
  [
    'a fragment',
    {
      status: 302,
      responseBody: '',
      responseHeaders: ['Location', `http://127.0.0.1:9035/cb#access_token=${secret}`],
    },
  ],
  ['a JSON answer', { responseBody: `{ "access_token" : "${secret}", "refresh_token":"${secret}" }` }],
  [
    'a key and a token of an API',
    {
      requestHeaders: ['Api-Key', secret, 'X-Auth-Token', secret],
      target: `/users?api_key=${secret}&limit=2`,
    },
  ],
  [
    'members of an account',
    { responseBody: `{"userPassword":"${secret}","api-key":"a\\"${secret}","access.token":"${secret}"}` },
  ],
  [
    'a hidden input',
    {
      responseHeaders: ['Content-Type', 'text/html'],
      responseBody: `<input type="hidden" name="csrf" value="${secret}">`,
    },
  ],
];

const changed = (...both: Parameters<typeof diffExchanges>) =>
  diffExchanges(...both).filter(({ change }) => change !== 'same');

describe('secrets in what leaves the engine', () => {
  test.each(places)('%s is masked in view, cURL, HAR and diff', (_name, changes) => {
    const one = exchange(changes);
    const other = exchange({});
    const texts = [
      JSON.stringify(viewExchange(one, null)),
      toCurl(one).text,
      toHar([one], '1').text,
      JSON.stringify(diffExchanges(one, other)),
      JSON.stringify(diffExchanges(other, one)),
    ];
    for (const text of texts) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });

  const value = fc
    .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
    .filter((text) => text.trim().length > 7);
  const name = fc.constantFrom(
    'client_secret',
    'password',
    'code',
    'code_verifier',
    'refresh_token',
    'token',
    'assertion',
  );

  property([name, value], { numRuns: 300 })(
    'whatever the value of a secret parameter, its text does not get out',
    (field, text) => {
      const body = new URLSearchParams([
        ['grant_type', 'x'],
        [field, text],
        ['scope', 'a'],
      ]).toString();
      const one = exchange({
        requestBody: Buffer.from(body),
        responseBody: JSON.stringify({ [field]: text }),
      });
      const view = viewExchange(one, null);
      const shown = JSON.stringify([view.request.fields, view.request.text, view.response?.text]);
      return (
        !shown.includes(new URLSearchParams([['', text]]).toString().slice(1)) &&
        view.request.fields.length === 3
      );
    },
  );

  test('what is not secret stays as it was', () => {
    const view = viewExchange(
      exchange({ target: '/as/token.oauth2?aud=a%20b', requestHeaders: ['X-Plain', 'yes'] }),
      null,
    );
    expect(view.request.fields[0]).toEqual({ name: 'aud', value: 'a b', part: 'query' });
    expect(view.request.headers).toEqual([{ name: 'X-Plain', value: 'yes' }]);
    expect(view.response?.text).toBe('{"access_token":"••••••••","token_type":"Bearer","expires_in":7200}');
  });

  test('artefacts are revealed by their pointer, stored secrets by none', () => {
    const body = Buffer.from(`code=${secret}&client_secret=stored-one`);
    const one = exchange({
      requestBody: body,
      responseBody: '{"access_token":"abc","client_secret":"stored-one"}',
    });
    const view = viewExchange(one, null);
    const [code, clientSecret] = view.request.fields;
    expect(revealField(one, code?.pointer ?? '')).toBe(secret);
    expect(clientSecret).toEqual({
      name: 'client_secret',
      value: '••••••••',
      secret: 'stored',
      part: 'body',
    });
    for (const pointer of [
      '/request/form/1',
      '/request/headers/1',
      '/request/body',
      '/response/body',
      '/x',
      '',
    ])
      expect(revealField(one, pointer) ?? '').not.toContain('stored-one');
    expect(revealField(one, '/response/body')).toContain('"access_token":"abc"');
  });
});

describe('exports', () => {
  test('cURL quotes what a shell would read', () => {
    const { text, redacted } = toCurl(
      exchange({
        target: "/x?a='$(id)'",
        requestBody: Buffer.from("note=it's"),
        requestHeaders: ['Content-Type', 'text/plain', 'X-A', "b'c"],
      }),
    );
    expect(text).toBe(
      `curl -X POST 'http://127.0.0.1:9031/x?a='\\''$(id)'\\''' \\\n  -H 'Content-Type: text/plain' \\\n  -H 'X-A: b'\\''c' \\\n  --data-raw 'note=it'\\''s'`,
    );
    expect(redacted).toEqual([]);
  });

  test('HAR has what the format asks for, and names what it redacted', () => {
    const { text, redacted } = toHar(
      [exchange({}), exchange({ status: null, failure: 'no answer' })],
      '9.9.9',
    );
    const { log } = JSON.parse(text);
    expect(log.version).toBe('1.2');
    expect(log.creator).toEqual({ name: 'Gatehouse', version: '9.9.9' });
    expect(log.entries[0]).toMatchObject({
      time: 1.2,
      request: { method: 'POST', url: 'http://127.0.0.1:9031/as/token.oauth2', bodySize: expect.any(Number) },
      response: { status: 200, content: { mimeType: 'application/json;charset=UTF-8' } },
    });
    expect(log.entries[1].response).toMatchObject({ status: 0, statusText: 'no answer' });
    expect(redacted.toSorted()).toEqual(['Authorization', 'body']);
  });

  test('a diff matches rules by what they are, not by the words of one run', () => {
    const traced = (seconds: string, outcome: 'passed' | 'failed') =>
      exchange({
        trace: () => ({
          pipeline: 'token',
          effect: '',
          rules: [{ id: 'code-known', rule: `Code known, issued ${seconds} s ago`, clause: '', outcome }],
        }),
      });
    expect(changed(traced('1.0', 'passed'), traced('2.0', 'passed'))).toEqual([]);
    expect(changed(traced('1.0', 'passed'), traced('61.0', 'failed'))).toMatchObject([
      { part: 'trace', name: 'Code known, issued 1.0 s ago', left: 'passed', right: 'failed' },
    ]);
  });

  test('a diff names what differs and nothing else', () => {
    const lines = changed(
      exchange({ requestBody: Buffer.from('grant_type=a&code=1') }),
      exchange({ requestBody: Buffer.from('grant_type=b&code=2&scope=x'), status: 400 }),
    );
    expect(lines).toMatchObject([
      { part: 'response', name: 'status', left: '200', right: '400' },
      { part: 'request', name: 'grant_type', left: 'a', right: 'b' },
      { part: 'request', name: 'code', left: '••••••••', right: '••••••••' },
      { part: 'request', name: 'scope', left: null, right: 'x' },
    ]);
  });
});
