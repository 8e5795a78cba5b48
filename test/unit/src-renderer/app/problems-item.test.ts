import { expect, test } from 'vitest';
import { problemsSummary } from '#renderer/app/problems-item.tsx';

const problem = (severity: 'error' | 'warning' | 'notice') => ({
  code: 'workspace.x',
  severity,
  message: 'x',
});

test('notices alone are no problems, and are not counted among them', () => {
  expect(problemsSummary([])).toEqual({ text: '0 problems', count: 0, worst: 'notice' });
  expect(problemsSummary([problem('notice'), problem('notice')])).toEqual({
    text: '0 problems',
    count: 0,
    worst: 'notice',
  });
  expect(problemsSummary([problem('notice'), problem('warning')])).toEqual({
    text: '1 problem',
    count: 1,
    worst: 'warning',
  });
  expect(problemsSummary([problem('warning'), problem('error')])).toEqual({
    text: '2 problems',
    count: 2,
    worst: 'error',
  });
});
