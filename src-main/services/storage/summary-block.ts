import type { StoredSummary } from '#main/platform/exchange-summary.ts';

/** Summaries as columns: each text once, and the rest as numbers. A hundred thousand are read in a fraction of a second. */
interface StoredSummaries {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  /** `columns` numbers for each id. */
  readonly numbers: readonly number[];
}

const columns = 11;
/** Between the tags of one exchange, which stand as one word. */
const tagSeparator = '\n';
const noStatus = -1;

/** Encodes the summaries of one block. */
export function encodeSummaries(summaries: readonly StoredSummary[]): string {
  const words: string[] = [];
  const known = new Map<string, number>();
  const word = (text: string): number => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, words.length);
    return words.push(text) - 1;
  };
  const numbers: number[] = [];
  for (const row of summaries)
    numbers.push(
      row.startedAtMillis,
      row.durationMicros,
      row.status ?? noStatus,
      row.clientPort,
      row.side === 'server' ? 0 : 1,
      word(row.service),
      word(row.method),
      word(row.target),
      word(row.remark),
      word(row.origin),
      word(row.tags.join(tagSeparator)),
    );
  const stored: StoredSummaries = { ids: summaries.map(({ id }) => id), words, numbers };
  return JSON.stringify(stored);
}

/** Reads what `encodeSummaries` wrote. */
export function decodeSummaries(text: string): readonly StoredSummary[] {
  const { ids, words, numbers } = JSON.parse(text) as StoredSummaries;
  const tagLists = new Map<string, readonly string[]>([['', []]]);
  const tagsOf = (joined: string): readonly string[] => {
    const found = tagLists.get(joined) ?? joined.split(tagSeparator);
    tagLists.set(joined, found);
    return found;
  };
  return ids.map((id, row) => {
    const number = (column: number): number => numbers[row * columns + column] ?? 0;
    const word = (column: number): string => words[number(column)] ?? '';
    const status = number(2);
    return {
      id,
      startedAtMillis: number(0),
      durationMicros: number(1),
      status: status === noStatus ? null : status,
      clientPort: number(3),
      side: number(4) === 0 ? 'server' : 'client',
      service: word(5),
      method: word(6),
      target: word(7),
      remark: word(8),
      origin: word(9),
      tags: tagsOf(word(10)),
    };
  });
}
