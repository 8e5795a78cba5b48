import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runGatehouse, serve } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

test('a key file that is gone is asked for: no new key shuts out what was sealed', async () => {
  const state = temporaryDirectory();
  const workspace = writeWorkspace();
  const place = ['--workspace', workspace.path, '--state-dir', state.path];
  const key = join(state.path, 'key');
  onTestFinished(() => {
    state.remove();
    workspace.remove();
  });
  await (await serve(place)).end();
  renameSync(key, `${key}.elsewhere`);
  const refused = await runGatehouse(['serve', ...place, '--json', '--any-ports', '--no-ui']);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('"code":"secret.key-missing"')]);
  expect(existsSync(key)).toBe(false);
  renameSync(`${key}.elsewhere`, key);
  const whole = await serve(place);
  expect(whole.ready.problems.map(({ code }) => code)).not.toContain('secret.key-lost');
  await whole.end();
  renameSync(key, `${key}.elsewhere`);
  const anew = await serve([...place, '--new-key']);
  expect(anew.ready.problems.map(({ code }) => code)).toContain('secret.key-lost');
  await anew.end();
});
