import { expect, onTestFinished, test } from 'vitest';
import { startForeignProvider } from '#test/protocol/controlled-browser/foreign-provider.ts';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import {
  client,
  handingOn,
  openSignInDesk,
  products,
  type SignInServer,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';

const times = 20;

/** The value below which a part of the values lies. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

test('every sign-in works 20 times in a row, in the browser, within its time', { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(noBrowser, 'no Chromium is installed');
  const desk = openSignInDesk(installed?.path ?? null);
  const further = await startProduct(products['plain'] ?? { answer: () => null });
  const provider = await startForeignProvider(client.redirect_uris[0] ?? '');
  const subjects = new Map<string, SignInServer>([
    ['handed on to a second provider', await startProduct(handingOn(() => further.origin))],
  ]);
  for (const [name, product] of Object.entries(products)) subjects.set(name, await startProduct(product));
  const all: number[] = [];
  onTestFinished(async () => {
    for (const server of [further, provider, ...subjects.values()]) await server.close();
    await desk.close();
  });
  // The browser runs before the times count.
  await desk.signIn(further, { with: 'browser' });
  const rows: string[] = [];
  for (const [name, server] of subjects) {
    const taken: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const { end, token, elapsedMillis } = await desk.signIn(server, {
        with: 'browser',
        origins: [further.origin],
      });
      expect([name, count, end.end, token]).toEqual([name, count, 'callback', 200]);
      taken.push(elapsedMillis - server.delayMillis);
    }
    expect([name, server.wrong, server.decoys]).toEqual([name, [], []]);
    all.push(...taken);
    rows.push(`| ${name} | ${Math.round(quantile(taken, 0.5))} | ${Math.round(quantile(taken, 0.95))} |`);
  }
  const foreign: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const { end, elapsedMillis } = await desk.signIn(
      { origin: provider.issuer },
      { with: 'browser', authorizationPath: '/auth' },
    );
    expect(['oidc-provider', count, end.end]).toEqual(['oidc-provider', count, 'callback']);
    foreign.push(elapsedMillis);
  }
  rows.push(
    `| oidc-provider | ${Math.round(quantile(foreign, 0.5))} | ${Math.round(quantile(foreign, 0.95))} |`,
  );
  const [median, p95] = [quantile([...all, ...foreign], 0.5), quantile([...all, ...foreign], 0.95)];
  process.stdout.write(
    `| sign-in | median, ms | p95, ms |\n${rows.join('\n')}\n| all | ${Math.round(median)} | ${Math.round(p95)} |\n`,
  );
  expect(median).toBeLessThanOrEqual(2_000);
  expect(p95).toBeLessThanOrEqual(5_000);
});
