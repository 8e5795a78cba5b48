import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxEnvironmentId, sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { consentSheet, importFiles, termsOfService } from '#test/support/consents.ts';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials } from '#test/support/people.ts';
import { runGatehouse, serve, startGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

/** How often the loader is killed, and how many rows it loads; the named run does more of both. */
const kills = Number(process.env['GATEHOUSE_IMPORT_KILLS'] ?? 3);
const rows = Number(process.env['GATEHOUSE_IMPORT_ROWS'] ?? 1_200);
const parallel = 16;
/** Rows a second: so slow that many are left at every kill. */
const rate = String(Math.ceil(rows / (kills * 0.6 + 2)));
const worker = ['sandbox-worker', 'sandbox-worker-secret'] as const;

let job: string;

const folder = startedAnew(temporaryDirectory);
const platform = startedAnew(() => writeWorkspace(importFiles({ users: rows })));
const served = startedAnew(() =>
  serve(['--workspace', platform.path, '--state-dir', join(folder.path, 'platform'), '--no-ui']),
);
const loader = startedAnew(() =>
  writeWorkspace({
    'gatehouse.json': { id: 'loader', name: 'Loader' },
    'platforms/there.json': {
      base_url: served.ready.services?.['platform'],
      token_endpoint: `${served.authorizationServer}/as/token.oauth2`,
      environment_id: sandboxEnvironmentId,
      client_id: worker[0],
      client_secret: worker[1],
    },
  }),
);
beforeEach(() => {
  job = join(folder.path, 'JOB.json');
  writeFileSync(join(folder.path, 'consents.csv'), consentSheet({ rows }));
});

const place = () => ['--workspace', loader.path, '--state-dir', join(folder.path, 'loader')];
const importing = (...args: string[]) => runGatehouse(['import', ...args, ...place(), '--json']);

/** Reads the consents of some users from the platform. */
async function onPlatform(numbers: readonly number[]): Promise<readonly string[]> {
  const { body } = await clientCredentials(served.authorizationServer, worker);
  const headers = { authorization: `Bearer ${String(body['access_token'])}` };
  const base = `${served.ready.services?.['platform']}/v1/environments/${sandboxEnvironmentId}/users`;
  const states: string[] = [];
  for (const number of numbers) {
    const url = `${base}/${sandboxUserId(number)}/agreementConsents/${termsOfService}`;
    const state = (await (await fetch(url, { headers })).json()) as ConsentState;
    states.push(`${state.status} ${state.lastConsent?.at}`);
  }
  return states;
}

interface ConsentState {
  readonly status?: string;
  readonly lastConsent?: { readonly at: string };
}

/** Reads the journal: rows that were sent and have no answer, rows that have one, and how often any was sent. */
function journalled(): { readonly open: number; readonly settled: number; readonly sendings: number } {
  let sendings = 0;
  const open = new Set<number>();
  const settled = new Set<number>();
  const journal = `${job}.data/journal.ndjson`;
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
  for (const line of lines) {
    const [, kind, row] = /^\["([SD])",(\d+),/.exec(line) ?? [];
    if (kind === 'S') {
      open.add(Number(row));
      sendings += 1;
    }
    if (kind === 'D') {
      open.delete(Number(row));
      settled.add(Number(row));
    }
  }
  return { open: open.size, settled: settled.size, sendings };
}

/** Waits until more rows than these have their answers. */
async function settledRows(count: number): Promise<void> {
  await eventually(async () => (journalled().settled > count ? true : null));
}

describe('the loader is killed while it loads', () => {
  test(`${kills} times, at any moment: no accepted row is lost, and at most what was under way is sent again`, async () => {
    const planned = await importing(
      'plan',
      join(folder.path, 'consents.csv'),
      '--job',
      job,
      '--target',
      'there',
    );
    expect(planned).toMatchObject({ code: 0 });
    let brokenOff = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const args = kill === 0 ? ['run', job, '--confirm', 'there'] : ['resume', job];
      const pace = ['--rate', rate, '--burst', '16', '--parallel', String(parallel)];
      const running = startGatehouse(['import', ...args, ...place(), ...pace]);
      // From before the first row to well into the load: by what is done, as a busy machine takes its time.
      const enough = journalled().settled + Math.floor(Math.random() * (rows / (kills + 1)));
      await Promise.race([running.finished, settledRows(enough)]);
      running.child.kill('SIGKILL');
      await running.finished;
      const { open, settled } = journalled();
      expect(open).toBeLessThanOrEqual(parallel);
      if (settled > 0 && settled < rows) brokenOff += 1;
    }
    expect(brokenOff).toBeGreaterThanOrEqual(Math.floor(kills / 2));
    const last = await importing('resume', job);
    const status = JSON.parse((await importing('status', job)).stdout) as { readonly state: string };
    expect(status, last.stdout).toMatchObject({ state: 'loaded', total: rows, failed: 0, pending: 0 });

    const numbers = Array.from({ length: rows }, (_, index) => index + 1);
    const sheet = consentSheet({ rows }).split('\r\n');
    const expected = numbers.map(
      (number) => `ACCEPTED ${sheet[number]?.split(',')[3]?.replace('Z', '.000Z')}`,
    );
    expect(await onPlatform(numbers)).toEqual(expected);
    expect(journalled().sendings - rows).toBeLessThanOrEqual(kills * parallel);
  }, 900_000);
});
