import { expect, test } from 'vitest';
import { fittingTests, projectOf, testsReaching } from '../../../scripts/support/changed-tests.ts';

const modules = new Map([
  ['src-shared/time/zone.ts', ''],
  ['src-shared/time/index.ts', "export { zone } from './zone.ts';"],
  ['src-main/services/jobs/jobs.ts', "import { zone } from '#shared/time/index.ts';"],
  ['test/unit/src-shared/time/zone.test.ts', "import { zone } from '#shared/time/zone.ts';"],
  ['test/protocol/host/jobs.test.ts', "const jobs = await import('#main/services/jobs/jobs.ts');"],
  ['test/unit/src-main/other.test.ts', "import { other } from '#main/other.ts';"],
  ['test/e2e/web/home.spec.ts', "import { zone } from '#shared/time/zone.ts';"],
]);

test('the tests from which a change can be reached are found, the nearest first', () => {
  expect(testsReaching(['src-shared/time/zone.ts'], modules)).toEqual([
    { path: 'test/unit/src-shared/time/zone.test.ts', distance: 1 },
    { path: 'test/protocol/host/jobs.test.ts', distance: 3 },
  ]);
});

test('a test that changed runs itself, and one that was removed does not', () => {
  expect(testsReaching(['test/unit/src-main/other.test.ts', 'test/unit/gone.test.ts'], modules)).toEqual([
    { path: 'test/unit/src-main/other.test.ts', distance: 0 },
  ]);
});

test('circles of imports end', () => {
  const circle = new Map([
    ['src-shared/a.ts', "import { b } from './b.ts';"],
    ['src-shared/b.ts', "import { a } from './a.ts';"],
  ]);
  expect(testsReaching(['src-shared/a.ts'], circle)).toEqual([]);
});

test('only as many run as fit into the time, and the others are counted', () => {
  const tests = ['a', 'b', 'c'].map((path) => ({ path, distance: 1 }));
  const seconds: Record<string, number> = { a: 100, b: 20, c: 5 };
  expect(fittingTests(tests, (path) => seconds[path] ?? 0, 40)).toEqual({ fitting: ['a'], left: 2 });
  expect(fittingTests(tests.slice(1), (path) => seconds[path] ?? 0, 22)).toEqual({ fitting: ['b'], left: 1 });
});

test.each([
  ['src-main/engine.ts', 'src-main'],
  ['src-renderer/main.tsx', 'src-renderer'],
  ['test/unit/a.test.ts', '.'],
  ['docs/guide.md', null],
])('the types of %s are checked with the project %s', (path, project) => {
  expect(projectOf(path)).toBe(project);
});
