import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import { faultEffectSchema } from '#shared/api/faults.ts';
import { checkDefects, readChecks, type SecurityCheck } from './check-rows.ts';

const checks = readChecks(JSON.parse(readFileSync(join(import.meta.dirname, 'checks.json'), 'utf8')));
const passed = 'test/unit/door.test.ts > the door > is shut';
const door: SecurityCheck = { number: 1, text: 'The door is shut.', tests: [passed], faults: [] };
const defectsOf = (...given: readonly SecurityCheck[]) => checkDefects(given, new Set([passed]));

test('a check that is proven has no defect', () => {
  expect(defectsOf(door, { ...door, number: 2 })).toEqual([]);
});

test.each([
  [{ ...door, number: 2 }, 'check 2: stands at 1'],
  [{ ...door, text: ' ' }, 'check 1: says nothing'],
  [{ ...door, tests: [] }, 'check 1: has no test'],
  [{ ...door, tests: ['door'] }, 'check 1: malformed test reference "door"'],
  [{ ...door, tests: [`${passed} tight`] }, `check 1: test did not run or did not pass: ${passed} tight`],
])('%o', (check, defect) => {
  expect(defectsOf(check)).toEqual([defect]);
});

test('a file of another shape is no list of checks', () => {
  expect(() => readChecks({})).toThrow('checks file: checks is not a list');
});

test('the list has its 32 lines, with tests of the right shape', () => {
  expect(checks).toHaveLength(32);
  expect(checkDefects(checks, new Set(checks.flatMap(({ tests }) => tests)))).toEqual([]);
});

test('whatever a line names as its fault can be switched on', () => {
  const known = new Set([
    ...allWeaknesses.map(({ id }) => id),
    ...faultEffectSchema.options.map(({ shape }) => shape.kind.value),
  ]);
  expect(checks.flatMap(({ faults }) => faults).filter((id) => !known.has(id))).toEqual([]);
});
