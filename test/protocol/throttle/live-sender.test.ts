import { beforeEach, describe, expect, test } from 'vitest';
import { type LiveParts, liveSender } from '#main/composition/live-sender.ts';
import { createVirtualClock } from '#main/platform/clock.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { startUpstream, type Upstream } from '#test/protocol/gateway/parties.ts';
import { startedAnew } from '#test/support/started.ts';

let gateway: Upstream;
let seen: (string | undefined)[];
const clock = startedAnew(createVirtualClock);
beforeEach(async () => {
  seen = [];
  gateway = await startUpstream(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(429, { 'Retry-After': '7' }).end();
  });
});

type Admin = LiveParts['authorizationServer']['admin'];

/** Hands out tokens by number; the scopes that no client has give none. */
function admin() {
  const issued: string[] = [];
  const revoked: string[] = [];
  const asked: string[] = [];
  const issueProbeToken: Admin['issueProbeToken'] = async ({ scopes }) => {
    asked.push(scopes.join(' '));
    if (scopes.includes('none')) return null;
    const familyId = `family-${issued.length + 1}`;
    issued.push(familyId);
    return { token: `token-${issued.length}`, familyId };
  };
  const revokeProbeTokens: Admin['revokeProbeTokens'] = async (ids) => void revoked.push(...ids);
  return { issued, revoked, asked, admin: { issueProbeToken, revokeProbeTokens } as Admin };
}

function senders(authorizationServer: LiveParts['authorizationServer']) {
  const outgoing = { routeTo: async () => directRoute } as unknown as LiveParts['outgoing'];
  const watch = () => ({ take: () => null, close: () => undefined });
  return liveSender(
    { clock },
    {
      authorizationServer,
      gateway: { watch },
      outgoing,
      gatewayUrl: () => gateway.origin,
      isSample: (baseUri) => baseUri === sample,
    },
  );
}

const sample = 'http://127.0.0.1:9035';
const needing = (...scopes: readonly string[]) => ({ scopes, baseUri: null, methods: ['GET'] });

const request = { method: 'GET', path: '/orders', headers: {}, attributes: { mail: 'ann@example.com' } };
const bob = { ...request, attributes: { mail: 'bob@example.com' } };

describe('what sends the traffic of a live run', () => {
  test('makes one token for each holder, anew when the clock has moved, and ends them with the run', async () => {
    const server = admin();
    const sender = senders(server)(needing('read'));
    expect(await sender.send(request)).toEqual({ status: 429, retryAfterSeconds: 7, seen: null });
    await sender.send(request);
    await sender.send(bob);
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    clock.advance(2 * 86_400_000);
    await sender.send(request);
    expect(seen.at(-1)).toBe('Bearer token-3');
    await sender.close();
    expect(server.revoked).toEqual(server.issued);
  });

  test('gives the tokens what the sample asks for behind the route, where a client may have it', async () => {
    const server = admin();
    const given = { scopes: ['read'], baseUri: sample, methods: ['GET', 'POST', 'HEAD'] };
    await senders(server)(given).send(request);
    await senders(server)({ ...given, baseUri: 'http://127.0.0.1:1' }).send(request);
    expect(server.asked).toEqual(['read orders.read orders.write', 'read']);
  });

  test('shares nothing with another run: neither its scopes nor its tokens', async () => {
    const server = admin();
    const make = senders(server);
    const [one, other] = [make(needing('read')), make(needing('none'))];
    await one.send(request);
    await expect(other.send(request)).rejects.toMatchObject({
      code: 'throttling.no-probe-client',
      message: expect.stringContaining('none'),
    });
    await one.send(request);
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  test.each([
    ['a line break in a header', { headers: { 'X-A': 'a\r\nX-B: b' } }],
    ['one in disguise', { headers: { 'X-A': 'a\u010d\u010aX-B: b' } }],
    ['a name that is none', { headers: { 'X A': 'a' } }],
    ['a method that is none', { method: 'GET / HTTP/1.1\r\nX: y\r\n\r\nGET' }],
    ['a host of its own', { headers: { host: 'elsewhere.example' } }],
    ['framing of its own', { headers: { 'Content-Length': '3' } }],
  ])('refuses %s', async (_what, wrong) => {
    const sender = senders(admin())(needing());
    await expect(sender.send({ ...request, ...wrong })).rejects.toMatchObject({ code: 'traffic.invalid' });
    expect(seen).toEqual([]);
  });
});
