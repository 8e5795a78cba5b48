import { describe, expect, test } from 'vitest';
import { type ImportOptions, importTrace } from '#main/services/throttle/pure/import/index.ts';

type Row = Readonly<Record<string, unknown>>;

function imported(rows: readonly Row[], options: Partial<ImportOptions> = {}) {
  const reader = importTrace('ndjson', { hash: (secret) => `h-${secret.length}`, ...options });
  for (const row of rows) reader.push(`${JSON.stringify(row)}\n`);
  return reader.finish('trace');
}

/** The text that each request has in a column. */
function said({ traffic }: ReturnType<typeof imported>, name: string, role?: string) {
  const column = traffic.trace?.shapes?.columns.find(
    (each) => each.name === name && (role === undefined || each.role === role),
  );
  return Array.from(traffic.trace?.client ?? [], (shape) => column?.texts[column.codes[shape] ?? -1]);
}

describe('columns of a log', () => {
  test('that only a left-out request has say nothing of the others', () => {
    const row = { time: 1, a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', g: 'g', status: 200 };
    const last = { ...row, time: 4, late: 'x', status: 429 };
    const rows = [row, { ...row, time: 2 }, { ...row, time: 3, g: 'G' }, last];
    const result = imported(rows, { dropRefused: true });
    expect(said(result, 'g')).toEqual(['g', 'g', 'G']);
    expect(said(result, 'late')).toEqual([undefined, undefined, undefined]);
  });
});
