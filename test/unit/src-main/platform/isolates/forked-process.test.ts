import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startForked } from '#main/platform/isolates/index.ts';
import { descriptorsOf } from '#test/support/descriptors.ts';
import { eventually } from '#test/support/eventually.ts';
import { startActing } from '#test/support/isolates.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

function begin() {
  const acting = startActing(startForked);
  onTestFinished(() => acting.isolate.end());
  return acting;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a process of an isolate', () => {
  test('is given no secret of its parent, and no option', async () => {
    process.env['GATEHOUSE_KEY'] = 'planted';
    onTestFinished(() => void delete process.env['GATEHOUSE_KEY']);
    const { ask } = begin();
    const names = (await ask({ act: 'environment' })) as readonly string[];
    const allowed =
      /^(?:LANG|LC_ALL|LC_TIME|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SystemRoot|windir|GATEHOUSE_ISOLATE)$/;
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
    expect(await ask({ act: 'arguments' })).toEqual(['--max-old-space-size=64', '--max-semi-space-size=4']);
  });

  test('holds no socket that its parent listens on, and no file that it has open', async (context) => {
    context.skip(process.platform !== 'linux', 'open descriptors are read from Linux');
    const { path, remove } = temporaryDirectory();
    const file = openSync(join(path, 'lock.db'), 'w');
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      closeSync(file);
      server.close();
      remove();
    });
    const held = (await begin().ask({ act: 'descriptors' })) as readonly string[];
    expect(held.filter((each) => each.startsWith('socket:'))).not.toEqual([]);
    // Those of whoever started the tests, as a log, are not ours to close.
    const given = new Set(descriptorsOf(process.ppid));
    const own = descriptorsOf(process.pid).filter(
      (each) => /^(?:socket:|\/(?!dev\/))/.test(each) && !given.has(each),
    );
    expect(own).toContain(join(path, 'lock.db'));
    expect(held.filter((each) => own.includes(each))).toEqual([]);
  });

  test('that is killed from outside is over, and one beside it goes on', async () => {
    const [killed, beside] = [begin(), begin()];
    const pid = Number(await killed.ask({ act: 'pid' }));
    expect(await beside.ask({ act: 'say', value: 1 })).toBe(1);
    process.kill(pid, 'SIGKILL');
    expect(await killed.ended).toMatchObject({
      why: 'broken',
      cause: { message: 'The process ended with SIGKILL.' },
    });
    expect(await beside.ask({ act: 'say', value: 2 })).toBe(2);
  });

  test('that nobody waits for keeps no program alive, and its end is waited for where it is asked for', async () => {
    const program = fileURLToPath(new URL('../../../../support/isolate-parent.ts', import.meta.url));
    const run = (state: string) => spawnSync(process.execPath, [program, state], { encoding: 'utf8' });
    expect(run('let-go')).toMatchObject({ status: 0, stderr: '' });
    expect(run('ended')).toMatchObject({ status: 0, stdout: expect.stringMatching(/ended\n$/), stderr: '' });
  });

  test.each(['idle', 'loop'] as const)('does not outlive its parent: %s', async (state) => {
    const program = fileURLToPath(new URL('../../../../support/isolate-parent.ts', import.meta.url));
    const parent = spawn(process.execPath, [program, state], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    let said = '';
    parent.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const pid = await eventually(() => (said.endsWith('\n') ? Number(said) : null));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await eventually(() => (isAlive(pid) ? null : true));
  });
});
