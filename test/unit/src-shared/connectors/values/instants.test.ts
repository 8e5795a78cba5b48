import { expect, test } from 'vitest';
import { instantsOf } from '#shared/connectors/index.ts';
import { accountsOf, compiled } from '#test/support/connector-shapes.ts';

const { schema } = compiled(
  accountsOf({
    schema: [
      { fieldName: 'hired', type: 'DATETIME' },
      { fieldName: 'note', type: 'STRING' },
    ],
  }),
);
const instantOf = instantsOf(schema);

test.each([
  ['2026-07-01T08:30:00Z', '2026-07-01T08:30:00Z'],
  ['2026-07-01T10:30:00+02:00', '2026-07-01T08:30:00Z'],
  ['2026-07-01t02:00-0630', '2026-07-01T08:30:00Z'],
  ['2026-07-01 09:30:00+01', '2026-07-01T08:30:00Z'],
  ['2026-07-01T08:30', '2026-07-01T08:30:00Z'],
  ['2026-07-01', '2026-07-01T00:00:00Z'],
  ['2026-07-01T08:30:00,25Z', '2026-07-01T08:30:00.250Z'],
  ['2025-12-31T24:00:00Z', '2026-01-01T00:00:00Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
])('%s is the instant %s', (text, same) => {
  expect(instantOf('hired', text)).toBe(Date.parse(same));
});

test('fractions below a millisecond tell instants apart', () => {
  const [one, other] = ['2026-07-01T08:30:00.000001Z', '2026-07-01T08:30:00.000002Z'].map((text) =>
    instantOf('hired', text),
  );
  expect(one).toBeLessThan(other ?? 0);
});

test('what is no date, and what is no attribute with dates, has no instant', () => {
  expect(instantOf('hired', 'soon')).toBeNull();
  expect(instantOf('hired', '2026-02-30')).toBeNull();
  expect(instantOf('note', '2026-07-01')).toBeNull();
  expect(instantOf('nobody', '2026-07-01')).toBeNull();
});
