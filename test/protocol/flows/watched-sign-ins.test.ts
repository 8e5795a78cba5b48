import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { browserForHands, handsAt } from '#test/support/browser-hands.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  ann,
  client,
  ownWords,
  period,
  secret,
  seed,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

beforeEach(({ skip }) => {
  skip(noBrowser, 'no Chromium is installed');
});
const directory = startedAnew(temporaryDirectory);
const server = startedAnew(() => startProduct(ownWords));
const running = startedAnew(async () =>
  startTestEngine({
    storage: await openTestStorage(join(directory.path, 'state')),
    files: {
      ...ordinaryFiles,
      'targets/app.json': {
        issuer: server.origin,
        clients: [client],
        users: [{ username: ann.username, password: ann.password, totp_seed: seed }],
      },
    },
    browser: { path: browserForHands(directory.path, installed?.path ?? ''), isHeadless: true },
  }),
);

const flow = {
  kind: 'code-pkce',
  target: 'app',
  clientId: client.client_id,
  username: ann.username,
} as const;
const profileRoot = () => join(running.userDirectory, 'browser-profiles');

/** Somebody runs the flow in the controlled browser, and signs in there by hand. */
async function byHand(): Promise<FlowRun> {
  const { flows } = running.engine;
  const { id } = await flows.start(flowStartSchema.parse({ ...flow, mode: 'run', browser: 'controlled' }));
  const { page, close } = await handsAt(profileRoot(), server.origin);
  await page.locator('#x71').pressSequentially(ann.username);
  await page.locator('#x72').pressSequentially(ann.password);
  await page.locator('#x73').click();
  await page.locator('#x74').fill(new TOTP({ secret, period }).generate());
  await page.locator('#x75').click();
  const done = await eventually(() => {
    const view = flows.get(id);
    return view.state === 'passed' || view.state === 'failed' ? view : null;
  });
  await close();
  return done;
}

function bytesBelow(folder: string): readonly Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}

describe('a sign-in by hand in the controlled browser', () => {
  test('becomes a file by which unattended runs sign in', async () => {
    const run = await byHand();
    expect([run.state, run.note]).toEqual(['passed', 'All steps completed.']);
    // Three texts and two clicks.
    expect(run.watchedActs).toBe(5);
    const { signInImports } = running.engine;
    const input = { target: 'app', text: '', run: run.id, fields: [] };
    const preview = signInImports.preview(input);
    expect(preview.questions).toMatchObject([{ act: 5, shape: 'digits', length: 6, likely: 'code' }]);
    const fields = [{ act: 5, meaning: 'code' as const }];
    const saved = signInImports.write({ ...input, fields, replace: false, addOrigins: false });
    expect(saved.path).toBe('sign-ins/app.json');
    expect(JSON.stringify(saved.file)).toMatch(/\{\{username\}\}.*\{\{password\}\}.*\{\{totp\}\}/);
    // The recording goes, and the typed texts with it.
    expect(running.engine.flows.get(run.id).watchedActs).toBe(0);
    expect(() => signInImports.preview(input)).toThrow('has no recording');
    await running.engine.signIns.sessions?.forget({ target: 'app' });
    const unattended = await runToEnd(running, flow);
    expect([unattended.state, unattended.note]).toEqual(['passed', 'All steps completed.']);
    expect(server.attempts).toHaveLength(2);
  });

  test('is forgotten with the runs that somebody purges', async () => {
    const run = await byHand();
    const { signInImports, upkeep } = running.engine;
    const input = { target: 'app', text: '', run: run.id, fields: [] };
    expect(signInImports.preview(input).questions).toHaveLength(1);
    await upkeep.purge(['flowRuns']);
    expect(() => signInImports.preview(input)).toThrow('has no recording');
  });

  test('leaves no typed value in clear in any file', async () => {
    const run = await byHand();
    running.engine.signInImports.write({
      target: 'app',
      text: '',
      run: run.id,
      fields: [{ act: 5, meaning: 'code' }],
      replace: false,
      addOrigins: false,
    });
    const spelt = [
      ann.password,
      encodeURIComponent(ann.password),
      String(new URLSearchParams({ f2: ann.password })),
      server.codes[0] ?? '',
    ];
    const { recorder } = running.engine;
    recorder.flush();
    const { items } = await recorder.page({ limit: 100, tag: `run:${run.id}` });
    const bodies = items.map(({ request }) => Buffer.from(request.body.bytes ?? []).toString('utf8'));
    expect(bodies.some((body) => body.includes('f2='))).toBe(true);
    for (const value of spelt) expect(bodies.filter((body) => body.includes(value))).toEqual([]);
    const inWorkspace = bytesBelow(running.engine.workspace.directory);
    await running.stop();
    const inState = bytesBelow(join(directory.path, 'state'));
    expect([inWorkspace.length > 2, inState.length > 0]).toEqual([true, true]);
    // The workspace of a test holds the password of its target as it was written.
    const written = [...inWorkspace.filter((bytes) => !bytes.includes('"users"')), ...inState];
    for (const value of spelt) expect(written.filter((bytes) => bytes.includes(value))).toEqual([]);
    expect(running.logLines.join('')).not.toContain(ann.password);
  });
});
