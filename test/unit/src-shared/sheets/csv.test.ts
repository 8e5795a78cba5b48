import { describe, expect, test } from 'vitest';
import { csvOf } from '#renderer/features/throttle/results/export-result.ts';
import { csvText } from '#shared/sheets/csv.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** A result whose only group is named by what a client of a log called itself. */
function resultOf(label: string): SimulationResult {
  const bins = { accepted: [1], refused: [0] };
  const group = { label, bins };
  return {
    bins: { ...bins, offered: [1], limitPerSecond: [null], notTaken: [0] },
    binSeconds: 1,
    groups: [group],
  } as unknown as SimulationResult;
}

describe('a sheet that is saved', () => {
  test.each(['=HYPERLINK("http://a")', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', '＝1', "'=1"])(
    'does not run %j',
    (text) => {
      const cell = text.replaceAll('"', '""');
      const isQuoted = /["\n,]/.test(text);
      expect(csvText([[text, 1]])).toBe(isQuoted ? `"'${cell}",1\r\n` : `'${cell},1\r\n`);
    },
  );

  test('keeps numbers as they are', () => {
    expect(csvText([[-5, 0.25, 'a,b', '']])).toBe('-5,0.25,"a,b",\r\n');
  });

  test('of the lab runs nothing that a client called itself', () => {
    expect(csvOf(resultOf("=cmd|' /C calc'!A0"))).toBe(
      "at_seconds,offered,accepted,refused,limit_per_second,not_taken,'=cmd|' /C calc'!A0 accepted,'=cmd|' /C calc'!A0 refused\r\n0,1,1,0,,0,1,0\r\n",
    );
  });
});
