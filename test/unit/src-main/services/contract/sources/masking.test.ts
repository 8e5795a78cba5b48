import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskScript } from '#main/services/contract/pure/mask-text.ts';
import { maskHarEntry } from '#main/services/contract/sources/mask-har.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { property } from '#test/support/property.ts';

const secret = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/);

describe('an entry of a HAR document', () => {
  property([secret])('loses every credential, wherever it stands, and nothing else', (planted) => {
    const { entry, masked } = maskHarEntry({
      startedDateTime: '2026-01-01T00:00:00Z',
      request: {
        method: 'POST',
        url: `https://user:${planted}@as.example.com/token?code=${planted}&state=kept`,
        headers: [
          { name: 'Authorization', value: `Bearer ${planted}` },
          { name: 'Cookie', value: `sid=${planted}; other=${planted}` },
          { name: 'X-Api-Key', value: planted },
          { name: 'Accept', value: 'application/json' },
        ],
        cookies: [{ name: 'sid', value: planted }],
        queryString: [
          { name: 'code', value: planted },
          { name: 'state', value: 'kept' },
        ],
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: `grant_type=password&password=${planted}&client_secret=${planted}`,
          params: [{ name: 'password', value: planted }],
        },
      },
      response: {
        status: 302,
        headers: [
          { name: 'Set-Cookie', value: `sid=${planted}; Path=/` },
          { name: 'Location', value: `https://app.example.com/cb?code=${planted}` },
        ],
        cookies: [{ name: 'sid', value: planted }],
        content: { mimeType: 'application/json', text: `{"access_token":"${planted}","scope":"kept"}` },
        redirectURL: `https://app.example.com/cb?code=${planted}`,
      },
    });
    const text = JSON.stringify(entry);
    expect(text).not.toContain(planted);
    expect(text).toContain('state=kept');
    expect(text).toContain('grant_type=password');
    expect(text).toContain('application/json');
    expect(masked).toBeGreaterThanOrEqual(12);
  });

  test('stays as it is where it has no secret', () => {
    const entry = {
      request: {
        method: 'GET',
        url: 'https://x/y?z=1',
        headers: [{ name: 'Accept', value: '*/*' }],
        cookies: [],
      },
      response: {
        status: 200,
        headers: [],
        content: { text: '{"name":"ann"}', mimeType: 'application/json' },
      },
      odd: [1, null],
    };
    expect(maskHarEntry(entry)).toEqual({ entry, masked: 0 });
  });
});

/** Masks an entry with this in its request. */
const maskedRequest = (request: object) =>
  JSON.stringify(
    maskHarEntry({ request: { method: 'POST', url: 'https://x/y', ...request } as never }).entry,
  );

describe('what a recording holds besides', () => {
  const planted = 'pLanted9secret8of7a6person5';
  const inner = encodeURIComponent(JSON.stringify({ password: planted, name: 'ann' }));

  test.each([
    ['JSON in a field of a form', { postData: { mimeType: 'x', text: `a=1&payload=${inner}` } }],
    [
      'JSON in a parameter of a form',
      { postData: { params: [{ name: 'payload', value: `{"password":"${planted}"}` }] } },
    ],
    ['JSON in a query', { url: `https://x/y?filter=${inner}&a=1` }],
    ['the token of a session', { headers: [{ name: 'X-Amz-Security-Token', value: planted }] }],
    ['members of a program of its own', { _initiator: { url: planted } }],
    [
      'a form in parts',
      {
        postData: {
          text: `--b\r\nContent-Disposition: form-data; name="client_secret"\r\nX-A: b\r\n\r\n${planted}\r\n--b--`,
        },
      },
    ],
  ])('%s', (_what, request) => {
    expect(maskedRequest(request)).not.toContain(planted);
  });

  test('bodies that are no JSON, and messages of sockets, are not kept', () => {
    const { entry } = maskHarEntry({
      request: { method: 'GET', url: 'https://x/y' },
      response: { status: 200, content: { mimeType: 'text/html', text: `<input value="${planted}">` } },
      _webSocketMessages: [{ data: planted }],
    });
    expect(JSON.stringify(entry)).not.toContain(planted);
    const encoded = Buffer.from(`{"access_token":"${planted}"}`).toString('base64');
    const answered = maskHarEntry({
      response: { status: 200, content: { mimeType: 'application/json', encoding: 'base64', text: encoded } },
    });
    expect(JSON.stringify(answered.entry)).not.toContain(encoded);
  });
});

describe('a script', () => {
  test.each([
    (planted: string) => `curl -H "Authorization: Bearer ${planted}" https://x/environments`,
    (planted: string) => `curl -H 'authorization: Basic ${planted}' -X GET 'https://x'`,
    (planted: string) => `curl -u admin:${planted} https://x`,
    (planted: string) => `curl --user "admin:${planted}" https://x`,
    (planted: string) => `curl -d 'grant_type=password&password=${planted}' https://x`,
    (planted: string) => `curl https://admin:${planted}@x/y`,
    (planted: string) => `POST https://x/token\nAuthorization: Bearer ${planted}\n\nclient_secret=${planted}`,
    (planted: string) => `fetch(url, { headers: { Authorization: 'Bearer ${planted}' } });`,
    (planted: string) => `fetch(url, { headers: { "X-Api-Key": "${planted}" } });`,
    (planted: string) =>
      `{"method":"GET","headers":{"Authorization":"Bearer ${planted}"},"body":{"password":"${planted}"}}`,
    (planted: string) => `const body = { "client_secret": "${planted}" };`,
    (planted: string) => `const body = { client_secret: '${planted}' };`,
    (planted: string) => `def apiKey = "${planted}"`,
    (planted: string) => `curl -b 'sid=${planted}; other=${planted}' https://x`,
    (planted: string) => `curl --cookie "sid=${planted}" https://x`,
    (planted: string) => `curl -uann:${planted} https://x`,
    (planted: string) => `http -a ann:${planted} https://x`,
    (planted: string) => `http -A bearer -a ${planted} https://x`,
    (planted: string) => `https --auth=ann:${planted} x`,
    (planted: string) => `curl --user=ann:${planted} https://x`,
    (planted: string) => `curl --oauth2-bearer ${planted} https://x`,
    (planted: string) => `GET https://x\nAuthorization: Basic\n  ${planted}\n`,
    (planted: string) => `{"auth":[{"key":"password","value":"${planted}","type":"string"}]}`,
    (planted: string) => `{"header":[{"key":"X-Api-Key","value":"${planted}"}]}`,
    (planted: string) => JSON.stringify({ raw: JSON.stringify({ client_secret: planted }, null, 1) }),
  ])('loses its credentials: form %#', (write) => {
    fc.assert(
      fc.property(secret, (planted) => {
        const { text, masked } = maskScript(write(planted));
        expect(text).not.toContain(planted);
        expect(masked).toBeGreaterThan(0);
      }),
    );
  });

  test.each([
    'curl -H "Authorization: Bearer $TOKEN" https://x/environments/$ENV/users',
    'curl -u "$USER_NAME" https://x',
    'cp -a here there && rsync -a host:/srv/data ann@host:data .',
    'GET {{base}}/environments/{{env}}/activities\nAuthorization: Bearer {{token}}\n',
    'fetch(`${base}/environments/${env}/templates`, { headers: { Authorization: `Bearer ${token}` } });',
    '{"protocol":"NONE","name":"Bearer of news"}',
    "const request = 'https://x/environments'; const code = 'a';",
    'headers: [{"key":"Authorization","value":"{{token}}"}]',
  ])('keeps what only stands for a secret: %s', (text) => {
    expect(maskScript(text)).toEqual({ text, masked: 0 });
  });

  test('keeps its lines where they are', () => {
    const script = 'one\ncurl -H "Authorization: Bearer abcdefghijklmnop" https://x\nthree\n';
    expect(maskScript(script).text.split('\n')).toHaveLength(4);
  });
});

test.each(['\n', 'a', ' ', '"', '\\', 'a=', '://', 'a:', '-u ', '\\"a', 'Bearer ', 'eyJ', '"key":"', "'"])(
  'a megabyte of %j takes no longer than it is large',
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const begun = cpuMillis();
    maskScript(text);
    expect(cpuMillis() - begun).toBeLessThan(3_000);
  },
);
