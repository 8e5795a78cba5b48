import type { PlanRow, PlanText, RowSettlement } from '#shared/consents/index.ts';
import type { PlatformAsk, PlatformClient, PlatformResponse } from '../platform-client/client.ts';
import {
  acceptConsent,
  type ConsentState,
  consentStateOf,
  readConsent,
  revokeConsent,
} from '../platform-client/consents.ts';
import { createLanes } from './concurrency.ts';
import type { LoadPorts } from './load.ts';
import { createPatientAsk } from './retrying-request.ts';
import { failureOf, judge, refusedClient } from './verdict.ts';

export interface UndoPorts extends Omit<LoadPorts, 'texts' | 'breaker' | 'meter' | 'settings' | 'random'> {
  readonly parallel: () => number;
  readonly onProgress: (rows: number) => void;
}

/** The result of undoing a row. */
interface Undone {
  readonly status: Extract<RowSettlement['status'], 'restored' | 'revoked' | 'not-restorable'>;
  readonly message: string;
  readonly response: PlatformResponse | null;
}

/**
 * Brings back what was there before a load, row by row. A consent that was there is given anew, as it was; where there
 * never was one, the loaded one is revoked; what cannot be brought back is left as it is, and listed.
 * @throws import.target-refused, import.target-failed
 */
export async function undoLoad(ports: UndoPorts, signal: AbortSignal): Promise<void> {
  const { plan, journal, clock, monotonic } = ports;
  let rows = 0;

  async function undoRow([row, userId, index, consentedAtMillis]: PlanRow): Promise<void> {
    const text = plan.head.texts[index];
    // The outcome of a row that was sent without an answer is unknown: the present state tells it.
    const loaded = journal.ledger.isAccepted(row) ? await journal.settlement(row) : null;
    const sending = await journal.sending(row);
    const atMillis = consentedAtMillis ?? journal.ledger.begunAtMillis ?? plan.head.frozenAtMillis;
    const revisionId = loaded?.revisionId ?? '';
    const undone =
      text === undefined || sending === null
        ? left('The journal does not contain the previous consent.')
        : await bringBack(ports, signal, {
            row,
            userId,
            text: { ...text, revisionId },
            atMillis,
            before: sending.before,
          });
    await journal.write({
      kind: 'undone',
      settlement: {
        row,
        userId,
        revisionId,
        attempts: loaded?.attempts ?? sending?.attempt ?? 0,
        status: undone.status,
        message: undone.message,
        code: '',
        errorId: '',
        httpStatus: undone.response?.status ?? null,
        exchangeId: undone.response?.exchangeId ?? null,
        sentAtMillis: clock.nowMillis(),
      },
    });
    rows += 1;
    ports.onProgress(rows);
  }

  const next = async (): Promise<PlanRow | null> => {
    for (let row = await plan.next(); row !== null; row = await plan.next())
      if (journal.ledger.isAccepted(row[0]) || journal.ledger.open.has(row[0])) return row;
    return null;
  };
  await createLanes<PlanRow>({ next, perform: undoRow, parallel: ports.parallel }, monotonic, signal).run();
}

interface LoadedRow {
  readonly row: number;
  readonly userId: string;
  /** Its revision is the one that was sent; empty: it is not known which. */
  readonly text: PlanText;
  readonly atMillis: number;
  readonly before: ConsentState | null;
}

async function bringBack(ports: UndoPorts, signal: AbortSignal, loaded: LoadedRow): Promise<Undone> {
  const { before, userId, text } = loaded;
  if (before === null)
    return left('The previous consent was not read, because the load was configured not to.');
  const { client, importId, mediaType } = ports;
  const id = `${importId}:${loaded.row}:undo`;
  const read = createPatientAsk(ports.reads, signal);
  const write = createPatientAsk(ports.writes, signal);
  const send = async (ask: PlatformAsk) => allowed(await write(() => client.request(ask, signal)), client);
  const current = allowed(
    await read(() => client.request(readConsent(userId, text.agreementId, id), signal)),
    client,
  );
  if (judge(current).kind !== 'accepted') return left(failureOf(current).message, current);
  const state = consentStateOf(current);
  const { last } = before;
  // Also where an undo that was broken off had come that far.
  if (isSameState(state, before))
    return { status: last === null ? 'revoked' : 'restored', message: '', response: current };
  if (last === null && state.status === 'REVOKED')
    return { status: 'revoked', message: '', response: current };
  if (!isLoaded(state, loaded) && !isHalfway(state, before))
    return left('The consent has changed since the load, so it was not restored.', current);
  const revoke = revokeConsent(userId, text.agreementId, mediaType, id);
  if (last === null) return ended('revoked', await send(revoke));
  const { languageId, revisionId, atMillis } = last;
  const former = { agreementId: text.agreementId, languageId, revisionId, consentedAtMillis: atMillis };
  const given = await send(acceptConsent(userId, former, mediaType, id));
  if (judge(given).kind !== 'accepted') return left(failureOf(given).message, given);
  return ended('restored', before.status === 'REVOKED' ? await send(revoke) : given);
}

/**
 * A client that lost its rights says nothing about a row: the rest is undone later.
 * @throws import.target-refused
 */
function allowed(response: PlatformResponse, { profile }: PlatformClient): PlatformResponse {
  const verdict = judge(response);
  if (verdict.kind === 'forbidden') throw refusedClient(verdict.failure, profile);
  return response;
}

function ended(status: 'restored' | 'revoked', response: PlatformResponse): Undone {
  return judge(response).kind === 'accepted'
    ? { status, message: '', response }
    : left(failureOf(response).message, response);
}

function left(message: string, response: PlatformResponse | null = null): Undone {
  return { status: 'not-restorable', message, response };
}

function isLoaded({ last }: ConsentState, { text, atMillis }: LoadedRow): boolean {
  if (last === null || last.atMillis !== atMillis || last.languageId !== text.languageId) return false;
  return text.revisionId === '' || last.revisionId === text.revisionId;
}

/** The former consent was given anew, and is yet to be revoked. */
function isHalfway({ last }: ConsentState, before: ConsentState): boolean {
  return before.status === 'REVOKED' && last !== null && last.atMillis === before.last?.atMillis;
}

function isSameState(state: ConsentState, before: ConsentState): boolean {
  const [a, b] = [state.last, before.last];
  if (state.status !== before.status) return false;
  if (a === null || b === null) return a === b;
  return a.atMillis === b.atMillis && a.revisionId === b.revisionId && a.languageId === b.languageId;
}
