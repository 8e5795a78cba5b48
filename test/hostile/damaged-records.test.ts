import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCode, redeem, serveState } from '#test/support/damage/truth.ts';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import type { Served } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const portal = ['portal-web', 'planted-client-secret'] as const;
const batch = ['batch-job', 'planted-batch-secret'] as const;

let served: Served;

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(ordinaryFiles));
beforeEach(async () => {
  served = await start();
});
afterEach(() => served.end('SIGKILL'));

const start = () => serveState(workspace.path, state.path);

/** Ends the host, changes the database behind its back and starts it again. */
async function damaged(change: (database: DatabaseSync) => void): Promise<void> {
  await served.end();
  const database = new DatabaseSync(join(state.path, 'state.db'));
  change(database);
  database.close();
  served = await start();
}

/** Flips the last bits of one record's value. */
function flip(database: DatabaseSync, where: string): void {
  const value = database.prepare(`SELECT value FROM records WHERE ${where}`).get()?.['value'] as Uint8Array;
  const flipped = value.map((byte, index) => (index === value.length - 1 ? byte ^ 0x0f : byte));
  database.prepare(`UPDATE records SET value = ? WHERE ${where}`).run(flipped);
}

const tokenOf = (client: readonly [string, string]) => clientCredentials(served.authorizationServer, client);

const corrupt = () => served.ready.problems.filter(({ code }) => code === 'state.corrupt');

test('a flipped byte in one consent costs that consent, and nothing else', async () => {
  const code = await newCode(served.authorizationServer);
  const refresh = String((await redeem(served.authorizationServer, code)).body['refresh_token']);
  await damaged((database) => flip(database, "kind = 'as.consent'"));
  expect(corrupt()).toMatchObject([{ message: expect.stringContaining('1 consent of a user') }]);
  const again = await tokenRequest(served.authorizationServer, portal, {
    grant_type: 'refresh_token',
    refresh_token: refresh,
  });
  expect(again.status).toBe(200);
  expect((await redeem(served.authorizationServer, code)).status).toBe(400);
});

test('a damaged secret is called damaged, not sealed under a lost key', async () => {
  await damaged((database) => flip(database, "kind = 'secret' AND id LIKE '%batch%'"));
  expect(served.ready.problems.map(({ code }) => code)).not.toContain('secret.key-lost');
  expect(corrupt()).toMatchObject([{ message: expect.stringContaining('1 stored secret') }]);
  expect((await tokenOf(batch)).status).toBe(401);
});

test('two sealed secrets that were swapped in the database open nothing', async () => {
  await damaged((database) => {
    const rows = database.prepare("SELECT id, value FROM records WHERE kind = 'secret' ORDER BY id").all();
    const put = database.prepare("UPDATE records SET value = ? WHERE kind = 'secret' AND id = ?");
    const values = rows.map(({ value }) => value as Uint8Array);
    rows.forEach(({ id }, index) => put.run(values[(index + 1) % rows.length] ?? null, String(id)));
  });
  // The secrets went round: each is that of the next by name.
  const swapped = await tokenOf(['batch-job', 'planted-resource-secret']);
  expect(swapped.status).toBe(401);
  expect(corrupt()).toMatchObject([{ message: expect.stringContaining('4 stored secrets') }]);
});

test('a code that was used is refused where its record is as it was before', async () => {
  const code = await newCode(served.authorizationServer);
  // The trace of a part of the disk that went back in time.
  let before: Record<string, unknown> = {};
  await damaged((database) => {
    before = database.prepare("SELECT * FROM records WHERE kind = 'as.code'").get() ?? {};
  });
  expect((await redeem(served.authorizationServer, code)).status).toBe(200);
  await damaged((database) => {
    const columns = Object.keys(before);
    const values = Object.values(before) as (string | number | Uint8Array)[];
    const marks = columns.map(() => '?').join(', ');
    database
      .prepare(`INSERT OR REPLACE INTO records (${columns.join(', ')}) VALUES (${marks})`)
      .run(...values);
  });
  expect((await redeem(served.authorizationServer, code)).status).toBe(400);
  expect(corrupt()).toMatchObject([{ message: expect.stringContaining('authorization code') }]);
});
