import {
  createPageWalk,
  type ListKind,
  listKindOf,
  type PageRead,
  type PageVariables,
  type Pagination,
  type StopReason,
  type WalkStart,
} from '#shared/connectors/index.ts';

/** Reads one page of a remote list; null: a dry run, which reads nothing. */
export type ReadPage = (variables: PageVariables) => Promise<PageRead | null>;

/** Options of a listing. */
export interface ListingOptions {
  readonly pagination: Pagination | null | undefined;
  /** Records that the remote is asked for at once; null: its own number. */
  readonly pageSize: number | null;
  /** Absent: from the first page on. */
  readonly start?: WalkStart;
  /** Uid of the record right before the start, which is read again if pages are counted; null: unknown. */
  readonly before?: string | null;
  /** Uid of the first record of the list; absent or null: unknown. */
  readonly firstUid?: string | null;
  /** Records before the start; absent: as many as its offset says. */
  readonly recordsBefore?: number;
}

/** One page of a remote list. */
export interface ListedPage {
  readonly variables: PageVariables;
  readonly read: PageRead;
  /** Indexes of the records that come for the first time. */
  readonly fresh: readonly number[];
  /** Why no page follows; null: one does. */
  readonly stop: StopReason | null;
  /** Records of the list before this page: remotes that cap their pages count them otherwise than they were asked. */
  readonly recordsBefore: number;
  /** Uid of the first record of the list; null: unknown. */
  readonly firstUid: string | null;
  /** True if the record before this page is no longer the same: the list changed while it was read. */
  readonly hasMoved: boolean;
}

const firstPage: WalkStart = { offset: null, cookie: null };

/**
 * Goes through a remote list page by page. A cursor keeps its place in a list that changes. Counted places do not: pages
 * by an offset begin with the last record of the page before, and before a page by number that record is asked for alone,
 * so that a border that moved is noticed.
 */
export async function* listed(read: ReadPage, options: ListingOptions): AsyncGenerator<ListedPage> {
  const { pagination, pageSize, start = firstPage } = options;
  const kind = listKindOf(pagination, pageSize);
  let { before = null } = options;
  const overlapping = kind === 'offset' && before !== null ? oneEarlier(start) : null;
  const walk = createPageWalk(pagination, { pageSize, start: overlapping ?? start, overlaps: true });
  const firstRecord = new FirstRecord(options.firstUid ?? null);
  const border = new Border(read, kind);
  let isFirst = true;
  let isRepeated = overlapping !== null;
  let recordsBefore = options.recordsBefore ?? start.offset ?? 0;
  for (let variables = walk.next(); variables !== null; variables = walk.next()) {
    const page = await read(variables);
    if (page === null) return;
    const uids = page.objects.map(({ uid }) => uid);
    if (!isRepeated && (await firstRecord.isAgain(read, variables, page))) return;
    const hasMoved = await border.hasMoved(variables, recordsBefore, before, isRepeated ? uids : null);
    const taken = walk.take({ uids, cookie: page.cookie, isStopped: page.isStopped });
    // Read once more to compare it, it was listed before.
    const isKnown = isRepeated && isFirst && !hasMoved;
    const fresh = isKnown ? taken.fresh.filter((index) => index > 0) : taken.fresh;
    const { uid: firstUid } = firstRecord;
    yield { variables, read: page, fresh, stop: taken.stop, recordsBefore, firstUid, hasMoved };
    if (taken.stop !== null) return;
    isFirst = false;
    recordsBefore += uids.length;
    before = uids.at(-1) ?? null;
    isRepeated = isBeginOfNext(kind, uids);
  }
}

/** True if the next page begins with the last record of this one, as the walk asks for it: a page of one record cannot. */
function isBeginOfNext(kind: ListKind, uids: readonly (string | null)[]): boolean {
  return kind === 'offset' && uids.length > 1 && uids.at(-1) !== null;
}

/** Detects remotes that return the first page again when asked for one past the end. */
class FirstRecord {
  #uid: string | null;

  constructor(uid: string | null) {
    this.#uid = uid;
  }

  /** null: unknown. */
  get uid(): string | null {
    return this.#uid;
  }

  /** True for such a page. The first record is read again if it is unknown or may have moved. */
  async isAgain(
    read: ReadPage,
    { strategy, offset }: PageVariables,
    { objects }: PageRead,
  ): Promise<boolean> {
    const uid = objects[0]?.uid ?? null;
    if (uid === null) return false;
    const isFirstPage = offset === null || offset === 0;
    if (isFirstPage) this.#uid = uid;
    if (isFirstPage || (this.#uid !== null && this.#uid !== uid)) return false;
    const page = await read({ strategy, pageSize: 1, offset: 0, cookie: null });
    this.#uid = page?.objects[0]?.uid ?? null;
    return this.#uid === uid;
  }
}

/** The place of the record before; null: there is none. */
function oneEarlier(start: WalkStart): WalkStart | null {
  const { offset } = start;
  return offset !== null && offset > 0 ? { ...start, offset: offset - 1 } : null;
}

/** Compares the record before a page, where pages are counted and do not begin with it. */
class Border {
  readonly #read: ReadPage;
  readonly #kind: ListKind;
  /** The remote gives whole pages whatever size it is asked for. */
  #ignoresSize = false;

  constructor(read: ReadPage, kind: ListKind) {
    this.#read = read;
    this.#kind = kind;
  }

  /**
   * True if another record stands before the page than the one that was listed last; `repeated` are the uids of a page that
   * begins with it.
   */
  async hasMoved(
    variables: PageVariables,
    recordsBefore: number,
    before: string | null,
    repeated: readonly (string | null)[] | null,
  ): Promise<boolean> {
    if (repeated !== null) return repeated[0] !== before;
    if (before === null || recordsBefore === 0) return false;
    if (this.#kind === 'offset') return (await this.#firstFrom(variables)) !== before;
    if (this.#kind !== 'page-number') return false;
    if (!this.#ignoresSize && (await this.#only(variables, recordsBefore - 1)) === before) return false;
    // A record that was asked for alone can also be a whole page of another size that holds just one.
    return (await this.#lastOfPageBefore(variables)) !== before;
  }

  async #firstFrom(variables: PageVariables): Promise<string | null> {
    const page = await this.#read({ ...variables, offset: (variables.offset ?? 0) - 1 });
    return page?.objects[0]?.uid ?? null;
  }

  /** Uid of a record that is asked for alone; null: something else came. */
  async #only({ strategy }: PageVariables, offset: number): Promise<string | null> {
    const page = await this.#read({ strategy, pageSize: 1, offset, cookie: null });
    const [first, ...others] = page?.objects ?? [];
    this.#ignoresSize = others.length > 0;
    return this.#ignoresSize ? null : (first?.uid ?? null);
  }

  async #lastOfPageBefore(variables: PageVariables): Promise<string | null> {
    const offset = (variables.offset ?? 0) - (variables.pageSize ?? 1);
    const page = await this.#read({ ...variables, offset: Math.max(0, offset) });
    return page?.objects.at(-1)?.uid ?? null;
  }
}
