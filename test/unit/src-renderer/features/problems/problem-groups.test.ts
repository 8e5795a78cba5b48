import { expect, test } from 'vitest';
import { groupProblems } from '#renderer/features/problems/problem-list.ts';
import type { Problem } from '#shared/errors/problem.ts';

const problem = (code: Problem['code'], message: string): Problem => ({ code, message, severity: 'error' });
const missing = (name: string) => problem('secret.missing', `${name} is missing.`);

test('problems of one kind stand in one line where there are several, in the place of the first', () => {
  const port = problem('port.in-use', 'Port 9031 is taken.');
  const groups = groupProblems([missing('a'), port, missing('b'), missing('c')]);
  expect(groups.map((group) => group.map(({ message }) => message))).toEqual([
    ['a is missing.', 'b is missing.', 'c is missing.'],
    ['Port 9031 is taken.'],
  ]);
});

test('two of a kind, and those of another severity, are listed one by one', () => {
  const [a, b] = [missing('a'), missing('b')];
  const notice: Problem = { ...missing('c'), severity: 'notice' };
  expect(groupProblems([a, b, notice])).toEqual([[a], [b], [notice]]);
});
