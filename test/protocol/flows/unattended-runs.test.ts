import { afterEach, expect, test } from 'vitest';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { ann, client, products, startProduct } from '#test/support/sign-in-servers/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

let running: TestEngine | null = null;
const server = startedAnew(() => startProduct(products['drawn by a script'] ?? { answer: () => null }));
afterEach(async () => {
  await running?.stop();
});

/** Runs code with PKCE at the server, signed in unattended, to its end. */
async function run(browserPath: string | null, password = ann.password) {
  const target = {
    issuer: server.origin,
    clients: [client],
    users: [{ username: ann.username, password }],
  };
  running = await startTestEngine({
    files: { ...ordinaryFiles, 'targets/app.json': target },
    browser: { path: browserPath, isHeadless: true },
  });
  return runToEnd(running, {
    kind: 'code-pkce',
    target: 'app',
    clientId: client.client_id,
    username: ann.username,
  });
}

test('a run signs in where a script draws the page, and shows what the browser asked for', async ({
  skip,
}) => {
  skip(noBrowser, 'no Chromium is installed');
  const view = await run(installed?.path ?? null);
  expect([view.state, view.note]).toEqual(['passed', 'All steps completed.']);
  expect(server.attempts).toHaveLength(1);
});

test('a password that is refused ends the run with these words', async ({ skip }) => {
  skip(noBrowser, 'no Chromium is installed');
  const view = await run(installed?.path ?? null, 'another one');
  expect(view.state).toBe('failed');
  // The page draws itself once more, and may take what it said with it.
  expect(view.note).toMatch(
    /^The server did not accept the password of ann@example\.test\.(?: The page says “Incorrect username or password”\.)?$/,
  );
  expect(server.attempts).toHaveLength(1);
});

test('where the browser cannot be had, the run says so', async () => {
  const view = await run('/nowhere/chromium');
  expect([view.state, view.note]).toEqual([
    'failed',
    'The browser at /nowhere/chromium could not be started.',
  ]);
  expect(server.attempts).toEqual([]);
});
