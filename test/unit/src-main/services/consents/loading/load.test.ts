import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Journal, openJournal } from '#main/services/consents/journal/journal.ts';
import { createBreaker } from '#main/services/consents/loading/breaker.ts';
import { createGate } from '#main/services/consents/loading/gate.ts';
import { createLoad } from '#main/services/consents/loading/load.ts';
import { createMeter } from '#main/services/consents/loading/meter.ts';
import { createLoadTexts } from '#main/services/consents/loading/texts.ts';
import { undoLoad } from '#main/services/consents/loading/undo.ts';
import type { PlatformAsk, PlatformResponse } from '#main/services/consents/platform-client/client.ts';
import type { Loading, PlanRow } from '#shared/consents/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import {
  agreementsWith,
  answered,
  clientThat,
  consentedAtMillis,
  errorBody,
  planRows,
  settlementOf,
  stateBody,
  text,
} from './parts.ts';

let folder: ReturnType<typeof temporaryDirectory>;
let journal: Journal;
let stop: AbortController;
let cut: AbortController;
let writing: number;
beforeEach(async () => {
  // Waits of minutes are moved over; files and promises go on as they do.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  folder = temporaryDirectory();
  journal = await openJournal(join(folder.path, 'journal.ndjson'));
  writing = 0;
  const write = journal.write.bind(journal);
  journal.write = (entry) => {
    writing += 1;
    return write(entry).finally(() => (writing -= 1));
  };
  stop = new AbortController();
  cut = new AbortController();
});
afterEach(async () => {
  vi.useRealTimers();
  await journal.close();
  folder.remove();
});

const monotonic = () => performance.now();
const fast = { mode: 'told', perSecond: 10_000, burst: 1_000 } as const;
const random = { bytes: (count: number) => new Uint8Array(count) } as Parameters<
  typeof createLoad
>[0]['random'];
const clock = { nowMillis: () => 1_000 };
const isRead = ({ method }: PlatformAsk) => method === 'GET';
const nothingThere = answered(200, stateBody(null));

function planOf(rows: readonly PlanRow[]) {
  let place = 0;
  return {
    head: { version: 1, hash: 'h', environmentId: 'e', frozenAtMillis: 0, texts: [text] } as const,
    next: async () => rows[place++] ?? null,
    close: async () => undefined,
  };
}

type Answer = (ask: PlatformAsk, signal: AbortSignal) => Promise<PlatformResponse> | PlatformResponse;

function parts(rows: readonly PlanRow[], answer: Answer) {
  return {
    importId: 'import-1',
    client: clientThat(answer),
    mediaType: 'vendor',
    plan: planOf(rows),
    journal,
    reads: createGate(fast, monotonic),
    writes: createGate(fast, monotonic),
    clock,
    random,
    monotonic,
  };
}

interface Given {
  readonly loading?: Partial<Loading>;
  readonly revisions?: () => Readonly<Record<string, number>>;
}

/** Runs a load to its end, however long that takes. */
async function load(rows: readonly PlanRow[], answer: Answer, { loading, revisions }: Given = {}) {
  const settings: Loading = {
    pace: null,
    parallel: 4,
    readBefore: true,
    overwriteNewer: false,
    ...loading,
  };
  const texts = createLoadTexts(
    [text],
    async () => agreementsWith(revisions?.() ?? { 'r-1': 0 }),
    clock.nowMillis,
  );
  const running = createLoad(
    {
      ...parts(rows, answer),
      texts,
      breaker: createBreaker(),
      meter: createMeter(monotonic, clock.nowMillis),
      settings: () => settings,
    },
    stop.signal,
    cut.signal,
  ).run();
  await toItsEnd(running);
}

async function toItsEnd(running: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => void (isOver = true);
  running.then(over, over);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    // The disk is real and may be slow: no time passes while it is waited for.
    if (writing === 0) await vi.advanceTimersByTimeAsync(50);
  }
  await running;
}

const statusOf = async (row: number) => (await journal.settlement(row))?.status;

describe('a row whose answer did not come', () => {
  test('is looked at before it is sent again: what was taken is not sent twice', async () => {
    let isTaken = false;
    let sendings = 0;
    await load(planRows(1), (ask) => {
      if (isRead(ask)) return isTaken ? answered(200, stateBody(consentedAtMillis)) : nothingThere;
      sendings += 1;
      isTaken = true;
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    });
    expect(sendings).toBe(1);
    expect(await statusOf(1)).toBe('accepted');
  });

  test('and that was taken with the revision of then is accepted with it, whatever is the latest now', async () => {
    await journal.write({
      kind: 'sent',
      row: 1,
      attempt: 1,
      atMillis: 1,
      before: { status: 'PENDING', last: null },
    });
    const revisions = () => ({ 'r-1': 0, 'r-2': 500 });
    await load(
      planRows(1),
      (ask) => {
        if (isRead(ask)) return answered(200, stateBody(consentedAtMillis, 'r-1'));
        throw new Error('It is sent again.');
      },
      { revisions },
    );
    expect(await journal.settlement(1)).toMatchObject({ status: 'accepted', revisionId: 'r-1' });
    expect((await journal.sending(1))?.before).toEqual({ status: 'PENDING', last: null });
  });
});

describe('a row that the platform alone cannot do', () => {
  test('is given up after ten failures of reading: it does not keep the load for ever', async () => {
    let reads = 0;
    await load(planRows(12), (ask) => {
      if (!isRead(ask)) return answered(200);
      if (!ask.path.includes('user-3/')) return nothingThere;
      reads += 1;
      return answered(500, { code: 'UNEXPECTED_ERROR' });
    });
    expect(reads).toBe(10);
    expect(journal.ledger).toMatchObject({ accepted: 11, failed: 1 });
    expect(await statusOf(3)).toBe('failed');
  });

  test('because of a conflict is sent three times', async () => {
    let sendings = 0;
    await load(planRows(1), (ask) => {
      if (isRead(ask)) return nothingThere;
      sendings += 1;
      return answered(409, { code: 'CONFLICT' });
    });
    expect(sendings).toBe(3);
    expect(await journal.settlement(1)).toMatchObject({ status: 'failed', httpStatus: 409 });
  });

  test('with 408 is sent again until it goes well', async () => {
    let sendings = 0;
    await load(planRows(1), (ask) => {
      if (isRead(ask)) return nothingThere;
      sendings += 1;
      return sendings < 4 ? answered(408) : answered(201);
    });
    expect(await journal.settlement(1)).toMatchObject({ status: 'accepted', attempts: 4 });
  });
});

test('a Retry-After holds up its own row, and no other', async () => {
  const sent: string[] = [];
  await load(planRows(20), (ask) => {
    if (isRead(ask)) return nothingThere;
    const isFirst = ask.path.includes('user-1/') && !sent.includes('user-1');
    sent.push(/user-\d+/.exec(ask.path)?.[0] ?? '');
    return isFirst ? answered(429, {}, 60_000) : answered(200);
  });
  expect(sent.at(-1)).toBe('user-1');
  expect(sent).toHaveLength(21);
  expect(journal.ledger.accepted).toBe(20);
});

describe('somebody who consents while a row waits', () => {
  test('is not overwritten: after a long wait it is read again what is there', async () => {
    let isNewer = false;
    let sendings = 0;
    await load(planRows(1), (ask) => {
      if (isRead(ask)) return isNewer ? answered(200, stateBody(consentedAtMillis + 60_000)) : nothingThere;
      sendings += 1;
      isNewer = true;
      return answered(429, {}, 30_000);
    });
    expect(sendings).toBe(1);
    expect(await statusOf(1)).toBe('already-newer');
  });
});

describe('a text that the platform does not know any more', () => {
  test('gives way to the new revision for every row that was under way', async () => {
    let isNew = false;
    const accepted: string[] = [];
    await load(
      planRows(30),
      (ask) => {
        if (isRead(ask)) return nothingThere;
        const { revision } = JSON.parse(ask.body ?? '{}') as { readonly revision: { readonly id: string } };
        isNew = true;
        if (revision.id === 'r-1') return answered(400, errorBody('INVALID_VALUE', 'revision.id'));
        accepted.push(revision.id);
        return answered(200);
      },
      {
        revisions: (): Readonly<Record<string, number>> => (isNew ? { 'r-1': 0, 'r-2': 500 } : { 'r-1': 0 }),
      },
    );
    expect(journal.ledger).toMatchObject({ accepted: 30, failed: 0 });
    expect(new Set(accepted)).toEqual(new Set(['r-2']));
    expect((await journal.settlement(30))?.revisionId).toBe('r-2');
  });

  test('and has no other stops the load after twenty of its rows, and not after all', async () => {
    const refusing = load(planRows(100), (ask) =>
      isRead(ask) ? nothingThere : answered(400, errorBody('INVALID_VALUE', 'revision.id')),
    );
    await expect(refusing).rejects.toMatchObject({ code: 'import.halted' });
    expect(journal.ledger.failed).toBeGreaterThanOrEqual(20);
    expect(journal.ledger.failed).toBeLessThan(30);
  });
});

test('a client that may not stops the load at once, and its row stays to be sent', async () => {
  const refusing = load(planRows(50), (ask) =>
    isRead(ask) ? nothingThere : answered(403, { code: 'ACCESS_FAILED' }),
  );
  await expect(refusing).rejects.toMatchObject({ code: 'import.target-refused' });
  expect(journal.ledger).toMatchObject({ accepted: 0, failed: 0 });
});

test('a journal that cannot be written stops the load: no row is sent that is not in it', async () => {
  const written = journal.write.bind(journal);
  const inJournal = new Set<number>();
  vi.spyOn(journal, 'write').mockImplementation((entry) => {
    if (entry.kind === 'sent' && entry.row > 5) return Promise.reject(new Error('ENOSPC'));
    if (entry.kind === 'sent') inJournal.add(entry.row);
    return written(entry);
  });
  const sent = new Set<number>();
  const loading = load(planRows(50), (ask) => {
    if (isRead(ask)) return nothingThere;
    sent.add(Number(/user-(\d+)/.exec(ask.path)?.[1]));
    return answered(200);
  });
  await expect(loading).rejects.toThrow('ENOSPC');
  expect([...sent].every((row) => inJournal.has(row))).toBe(true);
});

test('a stop lets what is under way end; what takes too long is cut, and is open in the journal', async () => {
  const loading = load(planRows(10), (ask, signal) => {
    if (isRead(ask)) return nothingThere;
    if (ask.path.includes('user-1/')) return answered(200);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      setTimeout(() => stop.abort('paused'), 10);
      setTimeout(() => cut.abort(new Error('The load was stopped.')), 1_000);
    });
  });
  await loading;
  expect(journal.ledger.accepted).toBe(1);
  expect(journal.ledger.open.size).toBeGreaterThan(0);
  expect(journal.ledger.open.size).toBeLessThanOrEqual(4);
});

describe('undoing', () => {
  const undo = (rows: readonly PlanRow[], answer: Answer) =>
    toItsEnd(
      undoLoad({ ...parts(rows, answer), parallel: () => 4, onProgress: () => undefined }, stop.signal),
    );
  const sent = (row: number) =>
    journal.write({ kind: 'sent', row, attempt: 1, atMillis: 1, before: { status: 'PENDING', last: null } });

  test('takes back also what was sent and whose answer never came', async () => {
    await sent(1);
    await sent(2);
    let revoked = 0;
    await undo(planRows(2), (ask) => {
      if (!isRead(ask)) {
        revoked += 1;
        return answered(200);
      }
      return ask.path.includes('user-1/') ? answered(200, stateBody(consentedAtMillis, 'r-7')) : nothingThere;
    });
    expect(revoked).toBe(1);
    expect(await statusOf(1)).toBe('revoked');
    expect(journal.ledger.open.size).toBe(0);
  });

  test('by a client that may not any more stops, and no row is given up', async () => {
    await sent(1);
    await journal.write({ kind: 'done', settlement: settlementOf(1) });
    const refused = undo(planRows(1), () => answered(403, { code: 'ACCESS_FAILED' }));
    await expect(refused).rejects.toMatchObject({ code: 'import.target-refused' });
    expect(journal.ledger.isAccepted(1)).toBe(true);
    expect(journal.ledger.undone.notRestorable).toBe(0);
  });

  test('to a revision that the platform does not take any more is listed as not restorable, with why', async () => {
    const last = { atMillis: 5, languageId: 'l-1', revisionId: 'r-0' };
    await journal.write({
      kind: 'sent',
      row: 1,
      attempt: 1,
      atMillis: 1,
      before: { status: 'ACCEPTED', last },
    });
    await journal.write({ kind: 'done', settlement: settlementOf(1) });
    await undo(planRows(1), (ask) =>
      isRead(ask)
        ? answered(200, stateBody(consentedAtMillis))
        : answered(400, errorBody('INVALID_VALUE', 'revision.id')),
    );
    expect(await journal.settlement(1)).toMatchObject({
      status: 'not-restorable',
      message: 'revision.id is wrong',
    });
  });

  test('a row of which the journal does not say what was there is listed, and not passed over', async () => {
    await journal.write({ kind: 'done', settlement: settlementOf(1) });
    await undo(planRows(1), () => {
      throw new Error('Nothing is asked.');
    });
    expect(journal.ledger.undone.notRestorable).toBe(1);
  });
});
