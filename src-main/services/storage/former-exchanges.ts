import type { DatabaseSync } from 'node:sqlite';
import type { PackedBody, PackedExchange } from '#main/platform/exchange-codec.ts';
import { openOrNull, type Sealer } from '#main/platform/seal.ts';
import type { Exchange, RecordedBody } from '#shared/exchange/index.ts';
import { maxInBlock } from './block-writer.ts';
import { rollBack } from './roll-back.ts';

type FormerBody = Omit<RecordedBody, 'bytes'> & { readonly base64: string | null };
type Former<Message> = Omit<Message, 'body'> & { readonly body: FormerBody };
/** An exchange as version 1 of the state kept it: one row each, bodies in Base64. */
type FormerExchange = Omit<Exchange, 'request' | 'response'> & {
  readonly request: Former<Exchange['request']>;
  readonly response: Former<NonNullable<Exchange['response']>> | null;
};

const noBody: PackedBody = { text: '', encoding: 'latin1', sizeBytes: 0, kept: 'whole' };

function packBody({ base64, sizeBytes, kept }: FormerBody): PackedBody {
  const text = base64 === null ? '' : Buffer.from(base64, 'base64').toString('latin1');
  return { text, encoding: 'latin1', sizeBytes, kept };
}

function pack(json: string): PackedExchange {
  const { id, request, response, trace, ...rest } = JSON.parse(json) as FormerExchange;
  return {
    id,
    draft: {
      ...rest,
      method: request.method,
      target: request.target,
      requestHeaders: request.headers.flat(),
      status: response?.status ?? null,
      reason: response?.reason ?? '',
      responseHeaders: response?.headers.flat() ?? [],
    },
    requestBody: packBody(request.body),
    responseBody: response === null ? noBody : packBody(response.body),
    trace,
  };
}

/**
 * Writes what version 1 of the state kept row by row as blocks, some at a time, each time in one transaction: it can
 * be interrupted anywhere. What the key at hand does not open stays where it is, for the day when it does.
 */
export function convertFormerExchanges(
  database: DatabaseSync,
  sealer: Sealer,
  append: (exchanges: readonly PackedExchange[]) => void,
): void {
  const next = database.prepare('SELECT id, content FROM exchanges WHERE id > ? ORDER BY id LIMIT ?');
  const remove = database.prepare('DELETE FROM exchanges WHERE id = ?');
  let after = '';
  for (;;) {
    const rows = next.all(after, maxInBlock);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = String(last['id']);
    const opened = rows.flatMap(
      (row) => openOrNull(() => sealer.openFormer(row['content'] as Uint8Array)) ?? [],
    );
    if (opened.length === 0) continue;
    const exchanges = opened.map((plain) => pack(plain.toString('utf8')));
    database.exec('BEGIN IMMEDIATE');
    try {
      append(exchanges);
      for (const { id } of exchanges) remove.run(id);
      database.exec('COMMIT');
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }
}
