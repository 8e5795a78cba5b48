import type { ListedPage } from './listing.ts';
import type { SearchPosition } from './search-cookie.ts';

/** Follows the pages of a list, and tells at its end why there may be more records than were given. */
export class ListEnd {
  /** According to the remote; null: unknown. */
  total: number | null = null;
  readonly #isWhole: boolean;
  readonly #isGrowing: boolean;
  #records = 0;
  #last: ListedPage | null = null;

  constructor({ isGrowing }: { readonly isGrowing: boolean }, { cookie, offset, index }: SearchPosition) {
    this.#isWhole = cookie === null && (offset ?? 0) === 0 && index === 0;
    this.#isGrowing = isGrowing;
  }

  pass(page: ListedPage): void {
    this.total = page.read.total ?? this.total;
    this.#records = this.#isGrowing ? page.read.objects.length : this.#records + page.fresh.length;
    this.#last = page;
  }

  remarks(): readonly string[] {
    const { total } = this;
    const records = this.#records;
    if (this.#last?.stop === 'empty-pages')
      return ['stopped after a hundred empty pages, although the remote links to another one'];
    if (this.#last?.stop === 'page-limit') return [`stopped after ${records} records of the remote`];
    const isCounted = this.#isWhole || this.#isGrowing;
    if (isCounted && total !== null && records < total)
      return [`the remote counts ${total} records, and gave ${records}`];
    if (this.#isGrowing && records > 0 && records !== total)
      return [`the remote can be asked for its first records alone: there may be more than these ${records}`];
    return [];
  }
}
