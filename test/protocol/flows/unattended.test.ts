import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startForeignProvider } from '#test/protocol/controlled-browser/foreign-provider.ts';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import {
  ann,
  bare,
  client,
  handingOn,
  openSignInDesk,
  page,
  products,
  type SignInServer,
  saidOf,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { startedOnce } from '#test/support/started.ts';

const servers: SignInServer[] = [];
const desk = startedOnce(() => openSignInDesk(installed?.path ?? null));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(name: string): Promise<SignInServer> {
  const product = name === 'one form' ? bare : products[name];
  if (product === undefined) throw new Error(`There is no product ${name}.`);
  const server = await startProduct(product);
  servers.push(server);
  return server;
}

describe('without a description', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each(Object.keys(products))('a sign-in works, twice: %s', async (name) => {
    const server = await start(name);
    for (const count of [1, 2]) {
      const { end, token } = await desk.signIn(server);
      expect([saidOf(end), token]).toEqual(['callback', 200]);
      expect(server.attempts).toHaveLength(count);
    }
    expect([server.wrong, server.decoys]).toEqual([[], []]);
  });

  test('a sign-in works, twice: handed on to a second provider', async () => {
    const further = await start('plain');
    const server = await startProduct(handingOn(() => further.origin));
    servers.push(server);
    for (const way of ['auto', 'browser'] as const) {
      const { end, token } = await desk.signIn(server, { with: way, origins: [further.origin] });
      expect([saidOf(end), token]).toEqual(['callback', 200]);
    }
    expect([further.attempts.length, further.wrong, further.decoys]).toEqual([2, [], []]);
  });
});

describe('at the provider of others', () => {
  const provider = startedOnce(() => startForeignProvider(client.redirect_uris[0] ?? ''));

  test.for(['browser', 'forms'] as const)(
    'a sign-in works, twice: oidc-provider, with %s',
    async (way, { skip }) => {
      skip(noBrowser && way === 'browser', 'no Chromium is installed');
      for (const count of [1, 2]) {
        const { end } = await desk.signIn(
          { origin: provider.issuer },
          { with: way, authorizationPath: '/auth' },
        );
        const url = end.end === 'callback' ? new URL(end.callback.url) : null;
        expect([count, saidOf(end), url?.searchParams.has('code')]).toEqual([count, 'callback', true]);
      }
    },
  );
});

describe('a password that is wrong', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each(Object.keys(products))('is said to be wrong within 5 s, and sent once: %s', async (name) => {
    const server = await start(name);
    const { end, elapsedMillis } = await desk.signIn(server, { password: `not it, ${name}` });
    expect(saidOf(end)).toMatch(/^The server did not accept the password of ann@example\.test\./);
    expect(elapsedMillis - server.delayMillis).toBeLessThan(5_000);
    expect(server.attempts).toHaveLength(1);
    // It is remembered until it is another one.
    const again = await desk.signIn(server, { password: `not it, ${name}` });
    expect(saidOf(again.end)).toContain('does not send it again until you change it');
    expect(server.attempts).toHaveLength(1);
    const right = await desk.signIn(server);
    expect([saidOf(right.end), server.attempts.length]).toEqual(['callback', 2]);
    expect([server.wrong, server.decoys]).toEqual([[], []]);
  });
});

describe('a page elsewhere that asks who signs in', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each(['forms', 'auto', 'browser'] as const)('is given nothing, with %s', async (way) => {
    const further = await start('plain');
    const server = await startProduct(handingOn(() => further.origin));
    servers.push(server);
    const { end } = await desk.signIn(server, { with: way });
    expect(saidOf(end)).toBe(
      `A page of ${further.origin} asks for credentials. Gatehouse did not enter any. If the page belongs to the sign-in, add "${further.origin}" to sign_in.origins in targets/target.json.`,
    );
    expect([further.attempts, further.asked.filter((line) => line.startsWith('POST'))]).toEqual([[], []]);
  });
});

describe('what is recorded', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each([
    ['plain', 'browser'],
    ['code on six fields', 'browser'],
    ['stay signed in?', 'browser'],
    ['one form', 'forms'],
  ] as const)('holds no password and no code: %s, with %s', async (name, way) => {
    const server = await start(name);
    const before = desk.drafts.length;
    const { end } = await desk.signIn(server, { with: way });
    expect(saidOf(end)).toBe('callback');
    const texts = desk.drafts
      .slice(before)
      .map((draft) =>
        [
          draft.target,
          ...draft.requestHeaders,
          Buffer.from(draft.requestBody),
          ...draft.responseHeaders,
          Buffer.from(draft.responseBody),
        ]
          .map(String)
          .join('\n'),
      );
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.some((text) => text.includes('•'))).toBe(true);
    for (const secret of [
      ann.password,
      encodeURIComponent(ann.password),
      new URLSearchParams({ p: ann.password }).toString().slice(2),
    ])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });
});

describe('a step that stops at a page', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each(['auto', 'browser'] as const)('finds its form drawn or written, with %s', async (way) => {
    const server = await start('consent with unticked scopes');
    const shown = await desk.signIn(server, { with: way, step: { until: 'sign-in' } });
    expect([saidOf(shown.end), shown.player.values.get('page.path')?.value]).toEqual(['shown', '/sign-in']);
    const consent = await desk.signIn(server, { with: way, step: { until: 'consent' } });
    expect([saidOf(consent.end), consent.player.values.get('page.path')?.value]).toEqual([
      'shown',
      '/consent',
    ]);
    const any = await desk.signIn(server, { with: way, step: { until: 'page' } });
    expect(saidOf(any.end)).toBe('shown');
    const first = await desk.signIn(server, { with: way, step: { until: 'elsewhere' } });
    expect([saidOf(first.end), first.player.values.get('page.location_origin')?.value]).toEqual([
      'shown',
      'https://portal.example',
    ]);
  });

  test('a consent that is denied comes back as denied', async () => {
    const server = await start('consent with unticked scopes');
    const { end } = await desk.signIn(server, { step: { decision: 'deny' } });
    expect(end.end === 'callback' ? end.callback.url : saidOf(end)).toContain('error=access_denied');
  });
});

describe('a sign-in that is cancelled', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('ends at once, whatever the browser is doing at that time', async () => {
    const server = await start('drawn by a script');
    // Before its delays are over nobody can have signed in.
    for (let afterMillis = 0; afterMillis < server.delayMillis; afterMillis += 15) {
      const { end, elapsedMillis } = await desk.signIn(server, { signal: AbortSignal.timeout(afterMillis) });
      expect([afterMillis, saidOf(end)]).toEqual([afterMillis, 'The run was cancelled.']);
      expect(elapsedMillis - afterMillis).toBeLessThan(2_000);
    }
  });

  test('ends at once on a page whose script never ends, and the next sign-in works', async () => {
    const busy = await startProduct({ answer: () => page('App', '<script>for (;;) ;</script>') });
    servers.push(busy);
    const { end, elapsedMillis } = await desk.signIn(busy, { signal: AbortSignal.timeout(1_500) });
    expect(saidOf(end)).toBe('The run was cancelled.');
    expect(elapsedMillis).toBeLessThan(3_500);
    expect(saidOf((await desk.signIn(await start('plain'))).end)).toBe('callback');
  });
});
