import { describe, expect, test } from 'vitest';
import {
  maskedBody,
  maskedHeaders,
  maskedSaying,
  maskedTarget,
  maxBodyCharacters,
  spellingsOf,
} from '#main/services/flow-player/pure/masked-text.ts';
import { mask } from '#shared/exchange/index.ts';

const plain = (html: string) => html;

describe('a message that a report shows', () => {
  test('has no secret in its target, and keeps what is none', () => {
    expect(maskedTarget('/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=af0&%63ode=again12', [])).toBe(
      `/cb?code=${mask}&state=af0&%63ode=${mask}`,
    );
  });

  test('has no credential, cookie or code in its headers, and the challenge stays', () => {
    const headers = ['Authorization', 'Basic czZCaGRSa3F0Mzo', 'Set-Cookie', 'as_session=abc; Path=/as'];
    const more = [
      'Location',
      'https://client.example/cb?code=abc&iss=x',
      'WWW-Authenticate',
      'Bearer realm="orders"',
    ];
    expect(maskedHeaders([...headers, ...more], [])).toEqual([
      ['Authorization', `Basic ${mask}`],
      ['Set-Cookie', `as_session=${mask}; Path=/as`],
      ['Location', `https://client.example/cb?code=${mask}&iss=x`],
      ['WWW-Authenticate', 'Bearer realm="orders"'],
    ]);
  });

  test('has no secret in a form, in JSON, nor wherever a secret of the run stands', () => {
    const form = 'code=abc&code_verifier=def&password=g&client_secret=h&grant_type=password';
    expect(maskedBody(form, 'application/x-www-form-urlencoded', [], plain)).toBe(
      `code=${mask}&code_verifier=${mask}&password=${mask}&client_secret=${mask}&grant_type=password`,
    );
    expect(maskedBody('{"access_token":"abc","token_type":"Bearer"}', 'application/json', [], plain)).toBe(
      `{"access_token":"${mask}","token_type":"Bearer"}`,
    );
    const spellings = spellingsOf(['a secret of the test', 'short']);
    const echoed = 'short: a secret of the test, a%20secret%20of%20the%20test, a+secret+of+the+test';
    expect(maskedBody(echoed, 'text/plain', spellings, plain)).toBe(`short: ${mask}, ${mask}, ${mask}`);
  });

  test('is cut where it is long, and says how long it was', () => {
    const text = maskedBody('x'.repeat(9_000), 'text/plain', [], plain);
    expect(text).toBe(`${'x'.repeat(maxBodyCharacters)}… (cut: 2000 of 9000 characters)`);
    // A secret at the edge is masked before it is cut.
    const edge = `${'x'.repeat(maxBodyCharacters - 30)}&code=${'s'.repeat(60)}`;
    expect(maskedBody(edge, 'text/plain', [], plain)).not.toContain('sss');
  });
});

test('a check that quotes an answer quotes no secret', () => {
  expect(
    maskedSaying('the browser was redirected to https://client.example/cb?code=abc&iss=x', []),
  ).toContain(`code=${mask}&iss=x`);
  expect(maskedSaying('refresh_token is “abc”', [])).toBe(`refresh_token is “${mask}”`);
  expect(maskedSaying('set-cookie: as_session=abc; Path=/as', [])).toBe(
    `set-cookie: as_session=${mask}; Path=/as`,
  );
  expect(maskedSaying('401 invalid_client', [])).toBe('401 invalid_client');
});
