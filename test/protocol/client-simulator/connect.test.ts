import { describe, expect, test } from 'vitest';
import { startSamples } from '#test/support/samples.ts';
import { startedAnew } from '#test/support/started.ts';
import { answerInstead, connectPage, requestedScopes, trapAt } from './connecting.ts';
import { Person } from './person.ts';

const samples = startedAnew(startSamples);

const refusedAt = () =>
  samples.upstreams.trace().rules.find(({ outcome }) => outcome === 'failed')?.id ?? 'nothing';
const reached = () => samples.maliciousServer.received().map(({ endpoint }) => endpoint);

describe('an application that connects to a resource by its address', () => {
  test('finds the server, gets a token for this resource alone, and uses it', async () => {
    const orders = `${samples.upstreams.origin}/orders`;
    const ann = new Person(samples);
    const { headers } = await ann.open(connectPage(orders));
    const asked = new URL(headers.get('location') ?? '');
    expect([asked.origin, asked.searchParams.get('resource'), asked.searchParams.get('scope')]).toEqual([
      samples.as.origin,
      orders,
      'orders.read',
    ]);
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    const seen = await ann.go(connectPage(orders));
    expect([seen.status, seen.html]).toEqual([200, expect.stringContaining('status 200')]);
    expect(samples.upstreams.trace()).toMatchObject({
      pipeline: 'client.call',
      effect: 'Called the resource: 200.',
    });
    const exchange = samples.sent.find(({ target }) => target === '/as/token.oauth2');
    expect(new URLSearchParams(String(exchange?.requestBody)).get('resource')).toBe(orders);
  });

  test('connects to the MCP server by the same steps', async () => {
    const mcp = `${samples.upstreams.origin}/mcp`;
    const { headers } = await new Person(samples).open(connectPage(mcp));
    expect(new URL(headers.get('location') ?? '').searchParams.get('resource')).toBe(mcp);
  });

  test('continues with the refresh token of the same issuer, and asks nobody again', async () => {
    const ann = new Person(samples);
    await ann.go(connectPage(trapAt(samples, 'plain')));
    samples.maliciousServer.forget();
    const again = await ann.open(connectPage(trapAt(samples, 'plain')));
    expect(again.headers.get('location')).toBe('/client/call');
    expect(reached()).toEqual(['resource', 'metadata', 'token']);
  });

  test('asks for what it had and what is wanted together, and gives up after the second time', async () => {
    expect(await requestedScopes(samples, 'narrow')).toEqual([
      'orders.read',
      'orders.read orders.write',
      'orders.read orders.write profile',
    ]);
    expect(samples.upstreams.trace().effect).toBe('Called the resource: 200.');
    samples.maliciousServer.forget();
    expect(await requestedScopes(samples, 'endless')).toHaveLength(3);
    expect(refusedAt()).toBe('step-up-bounded');
  });

  test('uses nothing before it is connected', async () => {
    const seen = await new Person(samples).open('/client/call');
    expect([seen.status, refusedAt()]).toEqual([400, 'token-held']);
  });
});

test.each([
  ['other-resource', 'resource-same'],
  ['whole-origin', 'resource-same'],
  ['plain?metadata=http://127.0.0.1:1/', 'metadata-own'],
  ['borrowed-issuer', 'issuer-of-metadata'],
  ['borrowed-page', 'issuer-of-metadata'],
  ['no-pkce', 'pkce-listed'],
  ['opens-file', 'endpoints-openable'],
  ['opens-script', 'endpoints-openable'],
  ['opens-shell', 'endpoints-openable'],
  ['stranger', 'credentials-own'],
])('a resource that lies, %s, is refused at %s, and nobody is asked to sign in', async (name, step) => {
  const seen = await new Person(samples).open(connectPage(trapAt(samples, name)));
  expect([seen.status, seen.headers.get('location'), refusedAt()]).toEqual([400, null, step]);
  expect(reached()).not.toContain('token');
});

test.each(['https://resource.example/mcp', 'file:///etc/passwd', 'http://ann@127.0.0.1/', 'orders', ''])(
  'no request goes to %j',
  async (resource) => {
    const seen = await new Person(samples).open(connectPage(resource));
    expect([seen.status, refusedAt(), samples.sent]).toEqual([400, 'resource-allowed', []]);
  },
);

test.each([
  ['another one', (issuer: string) => issuer.replace('plain', 'narrow')],
  ['a slash more', (issuer: string) => `${issuer}/`],
  ['upper case', (issuer: string) => issuer.replace('http', 'HTTP')],
])('a response whose iss is almost right (%s) gives no code away', async (_name, change) => {
  await answerInstead(samples, (parameters, issuer) => parameters.set('iss', change(issuer)));
  expect([refusedAt(), reached()]).toEqual(['issuer-same', ['resource', 'metadata', 'authorization']]);
});
