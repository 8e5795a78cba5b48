import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type LogStream, logStreamWriter } from '#main/hosts/log-stream.ts';

/** The log of the desktop, in a process that says on standard output when it is done. */
const desktopLog = `
  import { createLogTail } from '${new URL('../../../../src-main/hosts/electron/log-tail.ts', import.meta.url).href}';
  import { logStreamWriter } from '${new URL('../../../../src-main/hosts/log-stream.ts', import.meta.url).href}';
  const write = logStreamWriter(process.stderr);
  const { log, lines } = createLogTail((line) => write(line + '\\n'));
  process.stdin.once('data', async () => {
    for (let line = 1; line <= 5; line += 1) {
      log('line ' + line);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.stdout.write(lines().join(','));
    process.exit(0);
  });
  process.stdout.write('begun ');
`;

describe('a log', () => {
  test('of the desktop outlives the reader of its pipe, and keeps its lines for a report', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', desktopLog]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') {
        child.stderr.destroy();
        child.stdin.write('go');
      }
      said += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(`${String(code)} ${said}`).toBe('0 begun line 1,line 2,line 3,line 4,line 5');
  });

  test('is not ended by a stream that throws, or fails later', () => {
    const listeners: (() => void)[] = [];
    const stream: LogStream = {
      on: (_event, listener) => listeners.push(listener),
      write: () => {
        throw new Error('write after end');
      },
    };
    expect(() => logStreamWriter(stream)('a line')).not.toThrow();
    expect(listeners).toHaveLength(1);
  });
});
