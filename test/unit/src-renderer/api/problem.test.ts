import { ORPCError } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import { isForeseen, locationText, problemText, toProblem } from '#renderer/api/problem.ts';

const stopped = {
  code: 'flow.service-stopped',
  severity: 'error' as const,
  message: 'The authorization server is stopped',
  cause: 'Nothing listens on port 9031',
  fix: 'Start it',
};

describe('a failed call', () => {
  test('shows the problem that the engine sent', () => {
    const error = new ORPCError('PROBLEM', { defined: true, data: stopped });
    expect(toProblem(error)).toEqual(stopped);
    expect(isForeseen(error)).toBe(true);
  });

  test('is named honestly when the engine sent none, with what the transport said as the cause', () => {
    const problem = toProblem(new TypeError('Failed to fetch'));
    expect(problem).toMatchObject({ code: 'api.internal', severity: 'error', cause: 'Failed to fetch' });
    expect(isForeseen(new TypeError('Failed to fetch'))).toBe(false);
  });

  test('is copied with every part on its own line', () => {
    const located = { ...stopped, location: { file: 'gatehouse.json', line: 3, column: 7 } };
    expect(problemText(located)).toBe(
      'error: flow.service-stopped\nThe authorization server is stopped\n' +
        'Cause: Nothing listens on port 9031\nFix: Start it\nAt: gatehouse.json:3:7',
    );
  });
});

test('a place is as exact as it is known', () => {
  expect(locationText({ file: 'a.json' })).toBe('a.json');
  expect(locationText({ file: 'a.json', line: 12, column: 3 })).toBe('a.json:12:3');
  expect(locationText({ file: 'a.json', pointer: '/client_secret' })).toBe('a.json /client_secret');
});
