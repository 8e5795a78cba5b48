import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FlowRun } from '#shared/api/index.ts';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import {
  ann,
  client,
  ownWords,
  redirect,
  type SignInServer,
  seed,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

const change = (selector: string, value: string) => ({ type: 'change', selectors: [[selector]], value });
const click = (selector: string) => ({ type: 'click', selectors: [[selector]] });
const acts = [
  { type: 'navigate', url: 'https://recorded.example/authorize' },
  change('#x71', '{{username}}'),
  change('#x72', '{{password}}'),
  click('#x73'),
  change('#x74', '{{totp}}'),
  click('#x75'),
];

let server: SignInServer;
let running: TestEngine | null = null;
beforeEach(async () => {
  server = await startProduct(ownWords);
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await server.close();
});

interface Described {
  readonly steps?: readonly object[];
  readonly user?: object;
  readonly origins?: readonly string[];
}

/** Stands an engine whose target is signed in to by a file. */
async function startWith({ steps = acts, user = {}, origins = [] }: Described): Promise<void> {
  running = await startTestEngine({
    files: {
      ...ordinaryFiles,
      'targets/app.json': {
        issuer: server.origin,
        clients: [client],
        users: [{ username: ann.username, password: ann.password, totp_seed: seed, ...user }],
        sign_in: { file: 'intranet', origins },
      },
      'sign-ins/intranet.json': { title: 'Intranet', timeout: 2_000, steps },
    },
    browser: { path: installed?.path ?? null, isHeadless: true },
  });
}

function run(): Promise<FlowRun> {
  return runToEnd(running as TestEngine, {
    kind: 'code-pkce',
    target: 'app',
    clientId: client.client_id,
    username: ann.username,
  });
}

describe.skipIf(noBrowser)('a sign-in that a file describes', () => {
  test('signs in where nothing tells the fields apart, with the code of the moment', async () => {
    await startWith({});
    const view = await run();
    expect([view.state, view.note]).toEqual(['passed', 'All steps completed.']);
    expect(server.attempts).toEqual([{ username: ann.username, password: ann.password }]);
    expect(server.codes).toHaveLength(1);
  });

  test('types no code twice, and none of them stands in a record', async () => {
    await startWith({});
    await run();
    const again = await run();
    expect(again.state).toBe('passed');
    expect(new Set(server.codes).size).toBe(2);
    const { engine } = running as TestEngine;
    engine.recorder.flush();
    const { items } = await engine.ports.storage.exchanges.page({ limit: 500 });
    const recorded = JSON.stringify(items);
    for (const value of [ann.password, ...server.codes]) expect(recorded).not.toContain(value);
    expect(items.length).toBeGreaterThan(6);
  });

  test('learns which acts a sign-in passes without', async () => {
    const banner = { ...click('#cookies'), timeout: 300 };
    await startWith({ steps: acts.toSpliced(1, 0, banner) });
    const view = await run();
    expect([view.state, view.note]).toEqual(['passed', 'All steps completed.']);
    const { directory } = (running as TestEngine).engine.workspace;
    const kept = JSON.parse(readFileSync(join(directory, 'sign-ins/intranet.json'), 'utf8'));
    expect(kept.steps[1]).toMatchObject({ type: 'click', optional: true });
    expect(kept.steps.filter(({ optional }: { optional?: boolean }) => optional === true)).toHaveLength(1);
  });

  test('says at which act it stopped, and what was there', async () => {
    await startWith({ steps: [acts[0] ?? {}, change('#gone', '{{username}}'), ...acts.slice(2)] });
    const view = await run();
    expect(view.state).toBe('failed');
    expect(view.note).toMatch(/^sign-ins\/intranet\.json stopped at act 2 of 6: the element was not found\./);
    expect(view.note).toContain('The page was “Intranet” with');
    expect(view.note).not.toContain(ann.password);
    expect(server.attempts).toEqual([]);
    // A picture shows the page as it was.
    const { engine } = running as TestEngine;
    expect(view.picture).toEqual({ stepId: view.failedAt?.stepId });
    expect((await engine.flows.picture(view.id)).base64.length).toBeGreaterThan(1_000);
  });

  test('needs a seed where it types a code, and says so', async () => {
    await startWith({ user: { totp_seed: undefined } });
    const view = await run();
    expect(view.note).toContain(`${ann.username} has no TOTP secret`);
    expect(server.codes).toEqual([]);
  });

  test('types nothing at an origin that the target does not name', async () => {
    const elsewhere = server;
    server = await startProduct({
      answer: ({ path }) => (path === '/authorize' ? redirect(`${elsewhere.origin}/authorize`) : null),
    });
    await startWith({});
    const view = await run();
    expect(view.note).toContain(`add "${elsewhere.origin}" to sign_in.origins in targets/app.json`);
    expect(elsewhere.attempts).toEqual([]);
    await elsewhere.close();
  });
});
