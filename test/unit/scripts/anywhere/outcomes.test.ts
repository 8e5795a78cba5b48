import { describe, expect, test } from 'vitest';
import { isObstacle, type Place } from '../../../../scripts/support/anywhere/place.ts';
import { environmentIn, runCaptured } from '../../../../scripts/support/anywhere/run-captured.ts';
import { type PlaceOutcome, runPlace } from '../../../../scripts/support/anywhere/run-place.ts';
import { countPlaces, failureText, tableLine } from '../../../../scripts/support/anywhere/table.ts';
import type { Workshop } from '../../../../scripts/support/anywhere/workshop.ts';
import { noTests } from '../../../../scripts/support/test-report.ts';
import { temporaryFolder } from '../checkout.ts';

const place: Place = {
  id: 'moon',
  title: 'on the moon',
  set: { files: [] },
  prepare: async () => ({ obstacle: 'there is no air' }),
};
const green: PlaceOutcome = {
  place,
  extent: 'set',
  elapsedMillis: 1_500,
  counts: { ...noTests, passed: 7 },
  skipped: null,
  failure: null,
  output: '',
};
const skipped = { ...green, counts: noTests, skipped: 'there is no air' };
const failures = [{ test: 'a > b', message: 'not\nthat' }];
const failed = { ...green, counts: { ...noTests, failed: 1, failures }, failure: 'exit code 1' };

const workshop: Workshop = { folder: '', ordinary: () => '', clone: (path) => path, discard: () => {} };
const options = { extent: 'set', browser: null } as const;

describe('the table of places', () => {
  test('says what ran and what became of it', () => {
    expect(tableLine(green)).toMatch(/^moon +on the moon +7 passed +1\.5 s {2}green$/);
    expect(tableLine({ ...green, extent: 'whole' })).toContain('whole');
    expect(tableLine(skipped)).toMatch(/skipped: there is no air$/);
    expect(tableLine(failed)).toMatch(/FAILED: exit code 1$/);
  });

  test('is followed by the tests that failed, or by what the command said where none did', () => {
    expect(failureText(failed)).toBe('── moon: exit code 1\na > b\n    not\n    that\n');
    const ended = { ...green, failure: 'no report', output: 'EACCES\n' };
    expect(failureText(ended)).toBe('── moon: no report\n    EACCES\n');
    expect(failureText(green)).toBe('');
  });

  test('counts a place as one test, and a skipped one with its reason', () => {
    expect(countPlaces([green, skipped, failed])).toEqual({
      passed: 1,
      failed: 1,
      skipped: [{ test: 'anywhere: on the moon', reason: 'there is no air' }],
      failures: [{ test: 'anywhere: on the moon', message: failureText(failed) }],
    });
  });
});

describe('a place', () => {
  test('that cannot be made is skipped, with the reason', async () => {
    expect(await runPlace(place, workshop, options)).toMatchObject({
      skipped: 'there is no air',
      failure: null,
    });
    expect(isObstacle({ obstacle: 'x' })).toBe(true);
    expect(isObstacle({ checkout: 'x' })).toBe(false);
  });

  test('that fails to be made has failed', async () => {
    const broken: Place = { ...place, prepare: () => Promise.reject(new Error('no rocket')) };
    expect(await runPlace(broken, workshop, options)).toMatchObject({ skipped: null, failure: 'no rocket' });
  });

  test('in which no command leaves a report has failed, and gives back what it held', async () => {
    let isHeld = true;
    const empty: Place = {
      ...place,
      prepare: async () => ({
        checkout: temporaryFolder(),
        node: 'true',
        release: () => void (isHeld = false),
      }),
    };
    expect((await runPlace(empty, workshop, options)).failure).toMatch(/^no report: /);
    expect(isHeld).toBe(false);
  });
});

describe('a command in a place', () => {
  test('has the environment of the place: what is undefined there is not set', () => {
    expect(environmentIn({ HOME: '/home/ann', LANG: 'C' }, { HOME: undefined, TZ: 'UTC' })).toEqual({
      LANG: 'C',
      TZ: 'UTC',
    });
  });

  test('is kept with its exit code and what it printed', async () => {
    const made = { checkout: temporaryFolder(), env: { WHERE: 'here' } };
    const script = 'console.log(process.env.WHERE); console.error("and there"); process.exit(3)';
    const { code, output } = await runCaptured([process.execPath, '-e', script], made);
    expect(code).toBe(3);
    expect(output).toContain('here\n');
    expect(output).toContain('and there\n');
  });
});
