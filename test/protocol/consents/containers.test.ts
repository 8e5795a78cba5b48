import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxEnvironmentId } from '#main/services/platform-sandbox/index.ts';
import { consentSheet, importFiles } from '#test/support/consents.ts';
import { eventually } from '#test/support/eventually.ts';
import { mayContain, runGatehouse, serve, startContained } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const rows = 200;
const rowsPerSecond = '100';
const place = mayContain() ? 'in two containers' : 'in one container, since unshare is not allowed here';

const folder = startedAnew(temporaryDirectory);
const platform = startedAnew(() => writeWorkspace(importFiles({ users: rows })));
const served = startedAnew(() => {
  const state = join(folder.path, 'platform');
  return serve(['--workspace', platform.path, '--state-dir', state, '--no-ui']);
});
const loader = startedAnew(() =>
  writeWorkspace({
    'gatehouse.json': { id: 'loader', name: 'Loader' },
    'platforms/there.json': {
      base_url: served.ready.services?.['platform'],
      token_endpoint: `${served.authorizationServer}/as/token.oauth2`,
      environment_id: sandboxEnvironmentId,
      client_id: 'sandbox-worker',
      client_secret: 'sandbox-worker-secret',
    },
  }),
);

/** Each loader has a state of its own: only the folder of the import is shared. */
const own = (name: string) => ['--workspace', loader.path, '--state-dir', join(folder.path, name), '--json'];

test(`two loaders ${place} on one folder: the second is refused, and no row is sent twice`, async () => {
  const job = join(folder.path, 'JOB.json');
  const sheet = join(folder.path, 'consents.csv');
  const journal = `${job}.data/journal.ndjson`;
  writeFileSync(sheet, consentSheet({ rows }));
  const planned = await runGatehouse([
    'import',
    'plan',
    sheet,
    '--job',
    job,
    '--target',
    'there',
    ...own('first'),
  ]);
  expect(planned).toMatchObject({ code: 0 });

  const load = ['import', 'run', job, '--confirm', 'there', '--rate', rowsPerSecond, '--burst', '1'];
  const first = startContained([...load, ...own('first')]);
  await eventually(() =>
    existsSync(journal) && readFileSync(journal, 'utf8').includes('["S"') ? true : null,
  );
  // However long the second takes to start, the first is in the midst of its load.
  first.signal('SIGSTOP');
  const second = await startContained(['import', 'resume', job, ...own('second')]).finished;
  first.signal('SIGCONT');
  expect(second.code).not.toBe(0);
  expect(second.stdout + second.stderr).toContain('import.not-now');
  expect(await first.finished).toMatchObject({ code: 0 });

  const sendings = readFileSync(journal, 'utf8').match(/^\["S"/gm) ?? [];
  expect(sendings).toHaveLength(rows);
});
