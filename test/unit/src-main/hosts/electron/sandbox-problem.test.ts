import { expect, test } from 'vitest';
import { sandboxProblem } from '#main/hosts/electron/sandbox-problem.ts';

test('a start without the sandbox of the page is said, with the ways out', () => {
  const given = (...args: readonly string[]) => ({ hasSwitch: (name: string) => args.includes(name) });
  expect(sandboxProblem(given('workspace'))).toBeNull();
  expect(sandboxProblem(given('no-sandbox'))).toMatchObject({
    code: 'desktop.no-sandbox',
    severity: 'warning',
    fix: expect.stringMatching(/Debian package.*without --no-sandbox/),
  });
});
