import type { DatabaseSync } from 'node:sqlite';
import {
  decodeExchange,
  encodeExchange,
  type PackedExchange,
  unpackExchange,
} from '#main/platform/exchange-codec.ts';
import type { ExchangePage, ExchangeQuery, StoredRecord } from '#main/platform/ports.ts';
import type { Sealer } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Exchange } from '#shared/exchange/exchange.ts';
import type { WriteOperation } from './protocol.ts';

interface Row {
  readonly id: string;
  readonly value: Uint8Array;
  readonly sealed: number;
}

/** The statements over the `records` table. */
export function recordTable(database: DatabaseSync, sealer: Sealer) {
  const put = database.prepare(
    `INSERT INTO records (kind, id, value, sealed, expires_at_millis) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, sealed = excluded.sealed, expires_at_millis = excluded.expires_at_millis`,
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const get = database.prepare('SELECT id, value, sealed FROM records WHERE kind = ? AND id = ?');
  const list = database.prepare('SELECT id, value, sealed FROM records WHERE kind = ? ORDER BY id');
  const purge = database.prepare('DELETE FROM records WHERE expires_at_millis <= ?');
  /** What cannot be opened is left out: its key is lost, and it stays as it is until it is forgotten. */
  const read = (row: Row): StoredRecord[] => {
    const bytes = row.sealed === 1 ? openOrNull(sealer, row.value) : Buffer.from(row.value);
    return bytes === null ? [] : [{ id: row.id, value: JSON.parse(bytes.toString('utf8')) }];
  };
  return {
    write(operation: WriteOperation): void {
      const { kind, id } = operation;
      if (operation.op === 'remove') return void remove.run(kind, id);
      const bytes = Buffer.from(operation.json, 'utf8');
      const value = operation.sealed ? sealer.seal(bytes) : bytes;
      put.run(kind, id, value, operation.sealed ? 1 : 0, operation.expiresAtMillis);
    },
    get(kind: string, id: string): unknown {
      const row = get.get(kind, id) as unknown as Row | undefined;
      return row === undefined ? null : (read(row)[0]?.value ?? null);
    },
    list: (kind: string): readonly StoredRecord[] => (list.all(kind) as unknown as Row[]).flatMap(read),
    purgeExpired: (nowMillis: number): number => Number(purge.run(nowMillis).changes),
  };
}

/** The bytes behind sealed ones, or null where the key at hand does not open them. */
export function openOrNull(sealer: Sealer, sealed: Uint8Array): Buffer | null {
  try {
    return sealer.open(sealed);
  } catch (error) {
    if (error instanceof GatehouseError && error.code === 'state.corrupt') return null;
    throw error;
  }
}

export interface ExchangeBounds {
  readonly maxExchanges: number;
  readonly maxExchangeBytes: number;
}

/** The statements over the `exchanges` table; the oldest go when a bound is passed. */
export function exchangeTable(database: DatabaseSync, sealer: Sealer, bounds: ExchangeBounds) {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO exchanges (id, service, tags, size_bytes, content) VALUES (?, ?, ?, ?, ?)',
  );
  const get = database.prepare('SELECT content FROM exchanges WHERE id = ?');
  const page = database.prepare(
    `SELECT id, content FROM exchanges
     WHERE id < ?1 AND (?2 = '' OR service = ?2) AND (?3 = '' OR instr(tags, ?3) > 0) ORDER BY id DESC LIMIT ?4`,
  );
  const totals = database.prepare(
    'SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM exchanges',
  );
  const oldest = database.prepare('SELECT id, size_bytes FROM exchanges ORDER BY id LIMIT ?');
  const removeUpTo = database.prepare('DELETE FROM exchanges WHERE id <= ?');
  const kept = { count: 0, bytes: 0 };
  const recount = () => {
    const row = totals.get();
    kept.count = Number(row?.['count']);
    kept.bytes = Number(row?.['bytes']);
  };
  recount();
  const read = (content: unknown): Exchange | null => {
    const bytes = openOrNull(sealer, content as Uint8Array);
    return bytes === null ? null : decodeExchange(bytes.toString('utf8'));
  };

  return {
    append(packed: PackedExchange): void {
      const exchange = unpackExchange(packed);
      const content = sealer.seal(Buffer.from(encodeExchange(exchange), 'utf8'));
      insert.run(exchange.id, exchange.service, `\n${exchange.tags.join('\n')}\n`, content.length, content);
      kept.count += 1;
      kept.bytes += content.length;
    },
    /** Removes the oldest 5 % until both bounds hold; called after a batch. */
    trim(): void {
      while (kept.count > bounds.maxExchanges || kept.bytes > bounds.maxExchangeBytes) {
        const batch = oldest.all(Math.max(1, Math.ceil(kept.count / 20)));
        const last = batch.at(-1)?.['id'];
        if (typeof last !== 'string') return;
        removeUpTo.run(last);
        recount();
      }
    },
    get(id: string): Exchange | null {
      const row = get.get(id);
      return row === undefined ? null : read(row['content']);
    },
    page({ before, limit, service, tag }: ExchangeQuery): ExchangePage {
      const rows = page.all(
        before ?? '\uffff',
        service ?? '',
        tag === undefined ? '' : `\n${tag}\n`,
        limit + 1,
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1)?.['id'] : null;
      return {
        items: shown.flatMap((row) => read(row['content']) ?? []),
        nextBefore: typeof last === 'string' ? last : null,
      };
    },
    recount,
    count: (): number => kept.count,
    clear(): void {
      database.exec('DELETE FROM exchanges');
      recount();
    },
  };
}
