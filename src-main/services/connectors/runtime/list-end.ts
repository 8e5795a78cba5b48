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
      return ['stopped after 100 empty pages, although the remote system links to another page'];
    if (this.#last?.stop === 'page-limit') return [`stopped after ${records} records of the remote system`];
    const isCounted = this.#isWhole || this.#isGrowing;
    if (isCounted && total !== null && records < total)
      return [`the remote system reports ${total} records, but returned ${records}`];
    if (this.#isGrowing && records > 0 && records !== total)
      return [`only the first ${records} records can be requested; there may be more`];
    return [];
  }
}
