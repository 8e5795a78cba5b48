import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { releaseBlock } from './block-store.ts';
import { isDamage } from './damage.ts';
import { markDamaged, stateSizeBytes } from './database.ts';
import { exchangeTable } from './exchange-table.ts';
import { convertFormerExchanges } from './former-exchanges.ts';
import { createIdleWork } from './idle-work.ts';
import type { StateReport, StorageRequest, StorageWorkerData, WriteRequest } from './protocol.ts';
import { recordTable } from './record-table.ts';
import { createKeyring, sealedValues } from './sealed-values.ts';
import { createShrinking } from './shrinking.ts';
import { openWholeState } from './whole-state.ts';

/** The whole state, as the worker serves it. */
export interface Serving {
  report(): StateReport;
  answer(request: StorageRequest): unknown;
}

const damagedNow: Problem = {
  code: 'state.corrupt',
  severity: 'error',
  message: 'Damage to the state database was found while it was in use.',
  fix: 'Restart Gatehouse: it checks the state, repairs or sets aside damaged parts, and reports them. Check the disk.',
};

/** Converts the error of a statement to a problem. */
export function problemOf(error: unknown): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  const cause = error instanceof Error ? error.message : String(error);
  if (isDamage(error)) return { ...damagedNow, cause };
  return {
    code: 'state.unwritable',
    severity: 'error',
    message: 'The state could not be written or read.',
    cause,
  };
}

type Parts = ReturnType<typeof openParts>;

/** Opens a state with all that reads and writes it. */
function openParts(data: StorageWorkerData) {
  const sealer = createKeyring(data.sealKey);
  const whole = openWholeState(data, sealer);
  const { database, ledger } = whole;
  /** Kinds of which something could not be read. */
  const unreadable = new Set<string>();
  const exchanges = exchangeTable(database, sealer, data);
  const transaction = <T>(change: () => T): T => whole.transaction(change, exchanges.reload);
  const sealed = sealedValues(database, sealer, ledger, transaction);
  const records = recordTable(database, sealer, ledger, (kind) => unreadable.add(kind));
  convertFormerExchanges(database, sealer, exchanges.append);
  sealed.bindRecords();
  return {
    ...whole,
    ...createShrinking(database),
    directory: data.directory,
    unreadable,
    exchanges,
    transaction,
    sealed,
    records,
  };
}

/** Looks at blocks of exchanges one by one; `onDamage` is called where one was moved aside. */
function createBlockCheck({ exchanges, setAside, areBlocksLeft }: Parts, onDamage: () => void) {
  let after = areBlocksLeft ? 0 : null;
  /** False where there is none left. */
  return (): boolean => {
    if (after === null) return false;
    after = exchanges.next(after);
    if (after !== null && setAside.unsoundBlockAtAGlance(after)) onDamage();
    return after !== null;
  };
}

/** Does when there is nothing else to do what makes the blocks of exchanges better. */
function createBlockWork(parts: Parts, onDamage: () => void) {
  const { exchanges, transaction } = parts;
  const checkNext = createBlockCheck(parts, onDamage);
  let boundUpTo: number | null = 0;
  function bindNext(): boolean {
    if (boundUpTo !== null) boundUpTo = exchanges.bindNext(boundUpTo);
    return boundUpTo !== null;
  }
  return createIdleWork(() => transaction(() => checkNext() || exchanges.join() || bindNext()));
}

/** Moves aside what could not be read, so that nobody stumbles over it again; true where there was something. */
function settleUnreadable({ exchanges, unreadable, setAside, transaction }: Parts): boolean {
  const blocks = exchanges.takeUnreadable();
  if (blocks.length === 0 && unreadable.size === 0) return false;
  try {
    transaction(() => {
      for (const block of blocks) setAside.unsoundBlock(block);
      if (unreadable.size > 0) setAside.unsoundRecords();
    });
  } catch (error) {
    // A full disk, say: it stays where it is, and is left out again the next time.
    if (isDamage(error)) throw error;
  }
  unreadable.clear();
  exchanges.reload();
  return true;
}

function write(parts: Parts, idle: { later(): void }, request: WriteRequest): void {
  const { operations, groups, blocks, imported } = request;
  const hasExchanges = blocks.length > 0 || imported.length > 0;
  parts.transaction(() => {
    parts.records.write(operations, groups);
    if (hasExchanges) parts.exchanges.write(blocks, imported);
  });
  // Not before: data that is rolled back is returned.
  blocks.forEach(releaseBlock);
  if (hasExchanges) idle.later();
}

function clear({ wiping, transaction, setAside, records }: Parts, kinds: readonly string[]): number {
  return wiping(() =>
    transaction(() => {
      for (const kind of kinds) setAside.forgetKind(kind);
      return records.clear(kinds);
    }),
  );
}

function clearExchanges({ clearing, transaction, setAside, exchanges }: Parts): void {
  clearing(() =>
    transaction(() => {
      exchanges.clear();
      setAside.forgetKind('exchange');
    }),
  );
}

function forgetUnopened({ transaction, sealed, setAside, exchanges }: Parts): number {
  const forgotten = transaction(() => sealed.forgetUnopened() + setAside.forget());
  exchanges.reload();
  return forgotten;
}

function answerer(parts: Parts, idle: ReturnType<typeof createBlockWork>) {
  const { records, exchanges, sealed, transaction } = parts;
  return (request: StorageRequest): unknown => {
    switch (request.type) {
      case 'write':
        return write(parts, idle, request);
      case 'get':
        return records.get(request.kind, request.id);
      case 'list':
        return records.list(request.kind);
      case 'record-usage':
        return records.usage(request.kinds);
      case 'record-clear':
        return clear(parts, request.kinds);
      case 'purge-expired':
        return transaction(() => records.purgeExpired(request.nowMillis));
      case 'exchange':
        return exchanges.get(request.id);
      case 'exchange-page':
        return exchanges.page(request.query);
      case 'exchange-usage':
        return exchanges.usage();
      case 'exchange-retain':
        return transaction(() => exchanges.retain(request.bounds, request.sinceMillis));
      case 'exchange-clear':
        return clearExchanges(parts);
      case 'rotate-key':
        return sealed.rotateKey(request.newKey);
      case 'unopened':
        return sealed.unopened();
      case 'forget-unopened':
        return forgetUnopened(parts);
      case 'size':
        return stateSizeBytes(parts.directory);
      case 'shrink':
        return parts.shrink();
      case 'close':
        idle.stop();
        parts.database.close();
        parts.release();
        return null;
    }
  };
}

/** After these there can be less to say of a state. */
const forgetting: ReadonlySet<StorageRequest['type']> = new Set([
  'record-clear',
  'exchange-clear',
  'forget-unopened',
]);

/**
 * Opens a state and serves it; `onReport` is called when there is something new to say of it.
 * @throws state.unwritable, state.exposed, state.busy, state.newer, secret.key-invalid
 */
export function serveState(data: StorageWorkerData, onReport: (report: StateReport) => void): Serving {
  const parts = openParts(data);
  let keyProblems = parts.sealed.problems();
  let isDamaged = false;
  const report = (): StateReport => ({
    problems: [
      ...(isDamaged ? [damagedNow] : []),
      ...parts.problems,
      ...parts.setAside.problems(keyProblems.length === 0),
      ...keyProblems,
    ],
    doubts: parts.ledger.doubts(),
  });

  const idle = createBlockWork(parts, () => {
    parts.exchanges.reload();
    onReport(report());
  });
  const answer = answerer(parts, idle);
  idle.later();

  function noteDamage(error: unknown): void {
    if (!isDamage(error) || isDamaged) return;
    isDamaged = true;
    markDamaged(data.directory);
    onReport({ problems: [damagedNow, ...parts.problems, ...keyProblems], doubts: parts.ledger.doubts() });
  }

  return {
    report,
    answer(request) {
      try {
        const value = answer(request);
        if (request.type === 'forget-unopened') keyProblems = [];
        const isNew = request.type !== 'close' && settleUnreadable(parts);
        if (isNew || forgetting.has(request.type)) onReport(report());
        return value;
      } catch (error) {
        noteDamage(error);
        throw error;
      }
    },
  };
}
