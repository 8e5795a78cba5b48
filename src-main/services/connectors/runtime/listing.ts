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
  let isFirst = true;
  let isRepeated = overlapping !== null;
  let recordsBefore = options.recordsBefore ?? start.offset ?? 0;
  for (let variables = walk.next(); variables !== null; variables = walk.next()) {
    const page = await read(variables);
    if (page === null) return;
    const uids = page.objects.map(({ uid }) => uid);
    if (!isRepeated && (await firstRecord.isAgain(read, variables, page))) return;
    const border = { kind, isRepeated, recordsBefore, before };
    const hasMoved = await isBorderMoved(read, variables, uids, border);
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
    // As the walk does: a page of one record cannot begin with it.
    isRepeated = kind === 'offset' && uids.length > 1 && before !== null;
  }
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

/** The record before a page, by which a change of the list is detected. */
interface Border {
  readonly kind: ListKind;
  /** The page begins with it. */
  readonly isRepeated: boolean;
  readonly recordsBefore: number;
  readonly before: string | null;
}

async function isBorderMoved(
  read: ReadPage,
  variables: PageVariables,
  [first]: readonly (string | null)[],
  { kind, isRepeated, recordsBefore, before }: Border,
): Promise<boolean> {
  if (isRepeated) return first !== before;
  return kind === 'page-number' && isOtherBefore(read, variables, recordsBefore, before);
}

/** Reads the single record before a numbered page; inconclusive if the remote returns more or fewer. */
async function isOtherBefore(
  read: ReadPage,
  { strategy }: PageVariables,
  recordsBefore: number,
  before: string | null,
): Promise<boolean> {
  if (before === null || recordsBefore === 0) return false;
  const page = await read({ strategy, pageSize: 1, offset: recordsBefore - 1, cookie: null });
  const [only, ...others] = page?.objects ?? [];
  return only !== undefined && others.length === 0 && only.uid !== before;
}
