import { describe, expect, test } from 'vitest';
import { workRow, workRows } from '#renderer/features/home/work-rows.ts';
import type { RecentWork } from '#shared/api/index.ts';

type Of<Kind extends RecentWork['kind']> = Extract<RecentWork, { kind: Kind }>;

const run: Of<'run'> = {
  kind: 'run',
  atMillis: 0,
  id: 'r1',
  number: 3,
  title: 'Authorization code + PKCE',
  clientId: 'portal-web',
  state: 'passed',
  note: '',
  requests: 8,
  tokens: ['access_token', 'refresh_token'],
  refusedStep: null,
};
const counts = { total: 200, accepted: 120, already: 0, failed: 0, remaining: 80 };
const load = (state: Of<'import'>['state'], failed = 0): RecentWork =>
  ({
    kind: 'import',
    atMillis: 0,
    id: 'i1',
    name: 'June.xlsx',
    state,
    rows: 200,
    counts: { ...counts, failed },
    next: null,
  }) as unknown as RecentWork;
const noVerdicts = { FAILED: 0, WARNING: 0, REVIEW: 0, INCONCLUSIVE: 0, PASSED: 0, SKIPPED: 0 };
const attack: Of<'attack'> = {
  kind: 'attack',
  atMillis: 0,
  id: 'a1',
  start: { target: null } as unknown as Of<'attack'>['start'],
  state: 'done',
  done: 147,
  total: 147,
  counts: { ...noVerdicts, FAILED: 2, WARNING: 1, PASSED: 144 },
  failed: ['RU-21', 'PK-02'],
};

describe('a row of Continue', () => {
  test('says of a run which tokens it gave, or at which step it was refused', () => {
    expect(workRow(run)).toMatchObject({
      area: 'flows',
      status: { verdict: 'passed' },
      text: '8 requests, access_token, refresh_token issued.',
      act: 'Run again',
      isWaiting: false,
    });
    expect(workRow({ ...run, state: 'failed', refusedStep: 6, note: 'invalid_grant' })).toMatchObject({
      status: { verdict: 'failed' },
      text: 'Step 6: invalid_grant',
    });
  });

  test('says of an attack run how many cases failed, and runs those again', () => {
    expect(workRow(attack)).toMatchObject({
      name: 'Hosted server',
      status: { verdict: 'failed' },
      text: '2 failed, 1 warning of 147.',
      act: 'Rerun 2 failed',
    });
    expect(workRow({ ...attack, counts: { ...noVerdicts, PASSED: 147 }, failed: [] })).toMatchObject({
      status: { verdict: 'passed' },
      text: 'No findings in 147 cases.',
      act: 'Open results',
    });
    // A case that could not be decided is named, and does not count as a pass.
    const undecided = { ...noVerdicts, INCONCLUSIVE: 3, PASSED: 144 };
    expect(workRow({ ...attack, counts: undecided, failed: [] })).toMatchObject({
      status: { verdict: 'inconclusive' },
      text: '3 inconclusive of 147.',
    });
  });

  test('resumes a load that stopped, and opens the report of one that is over', () => {
    expect(workRow(load('paused'))).toMatchObject({
      text: 'Load stopped at row 120 of 200. No row is sent twice.',
      act: 'Resume load',
      isWaiting: true,
    });
    expect(workRow(load('loaded', 3))).toMatchObject({
      status: { verdict: 'warning' },
      text: '120 of 200 accepted, 3 failed.',
      act: 'Open report',
      isWaiting: false,
    });
  });
});

test('what waits for a person comes first, then the newest', () => {
  const works = [
    { work: run, ageMillis: 1_000 },
    { work: attack, ageMillis: 500 },
    { work: load('paused'), ageMillis: 90_000 },
  ];
  expect(workRows(works).map(({ work }) => work.kind)).toEqual(['import', 'attack', 'run']);
});
