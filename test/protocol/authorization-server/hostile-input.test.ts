import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { asyncProperty } from '#test/support/property.ts';
import { startedOnce } from '#test/support/started.ts';
import { Browser, callback, exchange, obtainCallback, obtainCode } from './parties.ts';

const as = startedOnce(startAuthorizationServer);

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'a\r\nSet-Cookie: x=1',
    '"><script>alert(1)</script>',
    '%0d%0aX: y',
    '&code=stolen',
    '#fragment',
    'a b+c%20d',
    '\u0000\u001f\u007f',
    '日本語 ✓ 🜲',
  ),
);

const names = fc.constantFrom(
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'refresh_token',
  'response_type',
  'scope',
  'state',
  'token',
  'txn',
  'csrf',
  'username',
  'decision',
  'ui_locales',
  '__proto__',
  'x',
);
const values = fc.oneof(
  hostile,
  fc.constantFrom(
    'portal-web',
    'mobile-app',
    'batch-job',
    'batch-job-secret',
    'code',
    'authorization_code',
    'client_credentials',
    'refresh_token',
    'urn:gatehouse:oauth2:grant_type:validate_bearer',
    callback,
    'S256',
    '%',
    '%ff',
  ),
);
const rawForm = fc
  .array(fc.tuple(names, values, fc.boolean()), { maxLength: 8 })
  .map((pairs) =>
    pairs
      .map(
        ([name, value, encoded]) => `${name}=${encoded ? encodeURIComponent(value.toWellFormed()) : value}`,
      )
      .join('&'),
  );
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('check 19: state', () => {
  test('whatever it is, it comes back byte for byte, with an error and with a code', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (given) => {
        const state = given.toWellFormed();
        fc.pre(state !== '');
        const browser = new Browser(as);
        const refused = await browser.authorize({ state, scope: 'unknown' });
        const url = new URL(refused.location);
        expect(url.searchParams.get('state')).toBe(state);
        expect([...url.searchParams.keys()]).toEqual(['error', 'error_description', 'state']);
        expect(refused.headers.has('set-cookie')).toBe(false);
        expect(refused.location).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: 150 },
    );
    const state = 'a\r\nb "><script> %0d &code=x #';
    const done = await obtainCallback(as, { state });
    expect(done.searchParams.get('state')).toBe(state);
    expect(done.searchParams.getAll('code')).toHaveLength(1);
  });

  asyncProperty([hostile], { numRuns: 60 })(
    'so it does in the fragment and in a posted form',
    async (given) => {
      const state = given.toWellFormed();
      fc.pre(state !== '');
      const fragment = await new Browser(as).authorize({
        state,
        scope: 'unknown',
        response_mode: 'fragment',
      });
      expect(new URLSearchParams(new URL(fragment.location).hash.slice(1)).get('state')).toBe(state);
      expect(fragment.location).toMatch(/^[\x21-\x7e]+$/);
      const { html } = await new Browser(as).authorize({
        state,
        scope: 'unknown',
        response_mode: 'form_post',
      });
      const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
      expect(fields.map(([, name]) => name)).toEqual(['error', 'error_description', 'state']);
      const posted = fields[2]?.[2] ?? '';
      expect(posted).not.toMatch(/[<>"']/);
      // A page cannot carry control characters: they show as what stands for the unreadable.
      expect(unescapeHtml(posted)).toBe(state.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd'));
    },
  );

  test('what a body may hold and a header may not is encoded on its way back', async () => {
    const seen = await new Browser(as).open('/as/authorization.oauth2', {
      method: 'POST',
      body: 'client_id=portal-web&response_type=x&state=a\r\nSet-Cookie: x=1#é',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.location).toMatch(/&state=a%0D%0ASet-Cookie%3A%20x%3D1%23%C3%A9$/);
    expect(seen.headers.has('set-cookie')).toBe(false);
  });

  test('an encoding that is unusual but right is kept as it is', async () => {
    const seen = await new Browser(as).open(
      '/as/authorization.oauth2?client_id=portal-web&response_type=x&state=%61+b%2fC%7E',
    );
    expect(seen.location).toMatch(/&state=%61\+b%2fC%7E$/);
  });
});

describe('check 7: PKCE against another implementation', () => {
  test('each verifier that the rules allow is taken, and no other in its place', async () => {
    const character = fc.constantFrom(...'ABCXYZabcxyz0189-._~'.split(''));
    const verifiers = fc.string({ unit: character, minLength: 43, maxLength: 128 });
    await fc.assert(
      fc.asyncProperty(verifiers, verifiers, async (verifier, other) => {
        const code_challenge = createHash('sha256').update(verifier).digest('base64url');
        const fields = { code_challenge, code_challenge_method: 'S256', scope: 'profile' };
        expect((await exchange(as, await obtainCode(as, fields), { code_verifier: verifier })).status).toBe(
          200,
        );
        const wrong = await exchange(as, await obtainCode(as, fields), { code_verifier: other });
        expect(wrong.status).toBe(other === verifier ? 200 : 400);
      }),
      { numRuns: 25 },
    );
  });
});

describe('nothing that is sent makes the server fail', () => {
  const send = async (method: string, target: string, body: string, headers: Record<string, string>) => {
    const [path = '', query = ''] = target.split('?');
    const request = {
      method,
      target,
      path,
      query,
      headers,
      rawHeaders: Object.entries(headers).flat(),
      body: Buffer.from(body),
      remoteAddress: '127.0.0.1',
      origin: as.origin,
    };
    const notes = { trace: null as (() => unknown) | null, tags: [] };
    const response = await as.server.handle(request, notes as Parameters<typeof as.server.handle>[1]);
    notes.trace?.();
    for (let index = 1; index < response.headers.length; index += 2) {
      expect(response.headers[index]).toMatch(/^[\t\x20-\x7e]*$/);
    }
    return response.status;
  };

  asyncProperty([rawForm, rawForm, fc.option(headerText, { nil: undefined })], { numRuns: 500 })(
    'the token endpoint answers every form and header with 200, 400 or 401',
    async (body, query, header) => {
      const status = await send('POST', `/as/token.oauth2?${query.replaceAll('?', '')}`, body, {
        'content-type': 'application/x-www-form-urlencoded',
        ...(header === undefined ? {} : { authorization: `Basic ${header}` }),
      });
      expect([200, 400, 401]).toContain(status);
    },
  );

  asyncProperty([rawForm, fc.boolean(), headerText], { numRuns: 500 })(
    'the authorization endpoint answers every request with a page or a redirect',
    async (form, isPost, header) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: header,
        'accept-language': header,
      };
      const target = `/as/authorization.oauth2${isPost ? '' : `?${form.replaceAll('?', '')}`}`;
      const status = await send(isPost ? 'POST' : 'GET', target, isPost ? form : '', headers);
      expect([200, 302, 303, 400]).toContain(status);
    },
  );

  test('a form of thirty thousand names is refused in no time', async () => {
    const body = Array.from({ length: 30_000 }, (_, index) => `a${index}=`).join('&');
    const begun = process.cpuUsage();
    await send('POST', '/as/token.oauth2', `${body}&a1=`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
