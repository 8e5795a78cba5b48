import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { childCpuSeconds, childSecondsIn } from '../../../scripts/support/cpu-time.ts';

test('the name of a program may hold spaces and parentheses', () => {
  const fields = ['S', ...Array.from({ length: 12 }, () => '0'), '250', '150', '20'];
  expect(childSecondsIn(`4711 (a (strange) one) ${fields.join(' ')}\n`)).toBe(4);
});

test('what a program used that was waited for is counted', (context) => {
  const before = childCpuSeconds();
  context.skip(before === null, 'this system does not tell what ended programs have used');
  spawnSync(process.execPath, ['-e', 'for (let i = 0; i < 3e8; i += 1);']);
  expect(childCpuSeconds()).toBeGreaterThan(before ?? 0);
});
