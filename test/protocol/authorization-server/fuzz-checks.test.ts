import { describe, expect, test } from 'vitest';
import { flawOf } from './fuzz-checks.ts';
import { fuzzRequest } from './fuzz-requests.ts';
import { planted } from './fuzz-values.ts';
import type { WireAnswer } from './fuzz-wire.ts';
import { callback } from './parties.ts';

const origin = 'http://127.0.0.1:9031';
const json = ['content-type', 'application/json;charset=UTF-8'] as const;
const html = ['content-type', 'text/html;charset=UTF-8'] as const;
const policy = ['content-security-policy', "default-src 'none'; style-src 'sha256-x'"] as const;
const answer = (changes: Partial<WireAnswer>): WireAnswer => ({
  status: 400,
  headers: [],
  body: '',
  ...changes,
});

describe('what is looked for in an answer', () => {
  test.each([
    ['a failure of the server', answer({ status: 500 }), 'status'],
    ['no status at all', answer({ status: Number.NaN }), 'status'],
    ['a header that was planted', answer({ headers: [['x-planted', '1']] }), 'planted'],
    ['a header with other than ASCII', answer({ headers: [['x', 'ü']] }), 'malformed'],
    ['JSON that is cut short', answer({ headers: [json], body: '{"error":' }), 'read'],
    ['an error without a name', answer({ headers: [json], body: '{}' }), 'error'],
    [
      'a quote in a description',
      answer({ headers: [json], body: '{"error":"a","error_description":"\\""}' }),
      'RFC 6749',
    ],
    ['a page without a policy', answer({ headers: [html], body: '<p>' }), 'policy'],
    ['a page with what was sent', answer({ headers: [html, policy], body: planted }), 'as it came'],
    ['a body of no type', answer({ body: 'x' }), 'type'],
    [
      'a redirect to anywhere',
      answer({ status: 302, headers: [['location', 'https://elsewhere.example/']] }),
      'elsewhere',
    ],
  ])('%s', (_name, given, flaw) => {
    expect(flawOf(given, origin, 'GET')).toContain(flaw);
  });

  test.each([
    answer({ headers: [json], body: '{"error":"invalid_grant","error_description":"a b"}\r\n' }),
    answer({ status: 200, headers: [html, policy], body: '&lt;svg' }),
    answer({ status: 302, headers: [['location', `${callback}?error=x`]] }),
    answer({ status: 303, headers: [['location', '/as/authorization.oauth2?txn=x']] }),
  ])('nothing is wrong with $status', (given) => {
    expect(flawOf(given, origin, 'GET')).toBeNull();
  });
});

test('a request of a run is the same however often it is made, and another one of another seed', () => {
  const known = {
    code: 'c',
    accessToken: 'a',
    refreshToken: 'r',
    cookie: 'k=v',
    transaction: 't',
    csrf: 'x',
    idToken: 'i',
    boundToken: 'b',
    registrationId: 'dyn-1',
    registrationToken: 'm',
    origin: 'http://host',
    nowSeconds: 1,
  };
  const requestsOf = (seed: number) =>
    Array.from({ length: 200 }, (_, index) =>
      fuzzRequest(seed, index, 'host', known).bytes.toString('latin1'),
    );
  expect(requestsOf(7)).toEqual(requestsOf(7));
  expect(new Set([...requestsOf(7), ...requestsOf(8)]).size).toBeGreaterThan(350);
});
