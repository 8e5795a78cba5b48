import type { StoredSummary } from '#main/platform/exchange-summary.ts';

/** Summaries as columns: each text once, and the rest as numbers. A hundred thousand are read in a fraction of a second. */
interface StoredSummaries {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  /** `columns` numbers for each id. */
  readonly numbers: readonly number[];
  /** Row and word, row and word, …: few exchanges are refused by a rule. Blocks of earlier versions have none. */
  readonly rules?: readonly number[];
}

const columns = 11;
/** Between the tags of one exchange, which are stored as one word. */
const tagSeparator = '\n';
const noStatus = -1;

/** The summaries of one block, row by row; a class because its method is the hot path. */
export class SummaryColumns {
  readonly #ids: string[] = [];
  readonly #words: string[] = [];
  readonly #numbers: number[] = [];
  readonly #rules: number[] = [];
  readonly #known = new Map<string, number>();
  /** Exchanges of one kind mostly share the very list of their tags. */
  readonly #tagLists = new Map<readonly string[], number>();

  add(row: StoredSummary): void {
    if (row.rule !== undefined) this.#rules.push(this.#ids.length, this.#word(row.rule));
    this.#ids.push(row.id);
    this.#numbers.push(
      row.startedAtMillis,
      row.durationMicros,
      row.status ?? noStatus,
      row.clientPort,
      row.side === 'server' ? 0 : 1,
      this.#word(row.service),
      this.#word(row.method),
      this.#word(row.target),
      this.#word(row.remark),
      this.#word(row.origin),
      this.#tags(row.tags),
    );
  }

  encode(): string {
    const stored: StoredSummaries = {
      ids: this.#ids,
      words: this.#words,
      numbers: this.#numbers,
      ...(this.#rules.length === 0 ? {} : { rules: this.#rules }),
    };
    return JSON.stringify(stored);
  }

  #tags(tags: readonly string[]): number {
    if (tags.length < 2) return this.#word(tags[0] ?? '');
    const found = this.#tagLists.get(tags);
    if (found !== undefined) return found;
    const number = this.#word(tags.join(tagSeparator));
    this.#tagLists.set(tags, number);
    return number;
  }

  #word(text: string): number {
    const found = this.#known.get(text);
    if (found !== undefined) return found;
    this.#known.set(text, this.#words.length);
    return this.#words.push(text) - 1;
  }
}

/** Reads what `SummaryColumns` encoded. */
export function decodeSummaries(text: string): readonly StoredSummary[] {
  const { ids, words, numbers, rules = [] } = JSON.parse(text) as StoredSummaries;
  const ruleOf = new Map<number, string>();
  for (let at = 0; at < rules.length; at += 2) ruleOf.set(rules[at] ?? 0, words[rules[at + 1] ?? 0] ?? '');
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
    const rule = ruleOf.get(row);
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
      ...(rule === undefined ? {} : { rule }),
      origin: word(9),
      tags: tagsOf(word(10)),
    };
  });
}
