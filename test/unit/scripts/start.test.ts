import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

test('the help of npm start neither builds nor opens anything', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.ts', '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('--workspace DIR');
  expect(stdout).not.toMatch(/^(?:Built|Starting|Opening|Downloading)/m);
});
