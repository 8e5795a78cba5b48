import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import { maskUrl, summariseExchange, summarisePacked } from '#main/platform/exchange-summary.ts';
import { type DecisionTrace, mask } from '#shared/exchange/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

test.each([
  ['/orders?open=true', '/orders?open=true'],
  ['/cb?state=1&code=abc', `/cb?state=1&code=${mask}`],
  ['/cb?c%6fde=abc#token=x=y', `/cb?c%6fde=${mask}#token=${mask}`],
  ['/cb?code=&x=code=1', '/cb?code=&x=code=1'],
  ['/code=abc', '/code=abc'],
  ['/cb?%zz=1&code', '/cb?%zz=1&code'],
])('the address %s is shown as %s', (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});

test('a secret parameter is masked wherever it stands, and nothing else is touched', () => {
  const other = fc.constantFrom('x=1', 'open=true', 'a=b=c', 'flag', '=', '%zz=2');
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.constantFrom('?', '#'), (before, after, lead) => {
      const parts = (secret: string) => `/p${lead}${[...before, secret, ...after].join('&')}`;
      expect(maskUrl(parts('token=planted'))).toBe(parts(`token=${mask}`));
      expect(maskUrl(parts('tok=planted'))).toBe(parts('tok=planted'));
    }),
  );
});

const trace: DecisionTrace = {
  pipeline: 'token',
  rules: [
    { id: 'known', rule: 'Code is known', clause: 'RFC 6749 §5.2', outcome: 'passed' },
    {
      id: 'verifier',
      rule: 'code_verifier matches the challenge',
      clause: 'RFC 7636 §4.6',
      outcome: 'failed',
    },
  ],
  effect: 'Nothing was issued.',
};

test.each([
  ['{"error":"invalid_grant"}', 'invalid_grant'],
  ['{"code":"NOT_FOUND","message":"There is no such user."}', 'NOT_FOUND'],
  ['{"code":404,"reason":"Not Found"}', ''],
  ['Bad Request', ''],
])(
  'a refusal with %s is remarked as “%s”, by the rule that refused, and never by its status',
  (responseBody, remark) => {
    const draft = exchangeDraft({ status: 400, reason: 'Bad Request', responseBody, trace: () => trace });
    const packed = packExchange('1', draft, true);
    const expected = { remark, rule: 'code_verifier matches the challenge' };
    expect(summarisePacked(packed)).toMatchObject(expected);
    expect(summariseExchange(unpackExchange(packed))).toMatchObject(expected);
  },
);

test('an exchange in which nothing was refused names no rule', () => {
  expect(summarisePacked(packExchange('1', exchangeDraft({ status: 200 }), true))).not.toHaveProperty('rule');
});
