import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { RowSettlement } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { Ledger } from './ledger.ts';
import { formatEntry, type JournalEntry, parseEntry } from './lines.ts';

const readBytes = 1_048_576;
/** Number of bytes read at once for a line that is looked up; most lines have a few hundred bytes. */
const lineBytes = 4_096;
/** Longer lines are none of this program. */
const maxLineBytes = 1_048_576;

/** The journal of one import: what it says survives the process, and the power as far as the disk keeps its word. */
export interface Journal {
  readonly ledger: Ledger;
  /**
   * Writes an entry; resolves when it is on the disk, together with those that came meanwhile. After a failure nothing
   * is written any more: what is in memory is then no longer what is on the disk.
   * @throws import.halted
   */
  write(entry: JournalEntry): Promise<void>;
  /** Resolves when all that was written is on the disk. @throws import.halted */
  settled(): Promise<void>;
  /** The settlement of a row, read from the journal. */
  settlement(row: number): Promise<RowSettlement | null>;
  /** The entry of the last sending of a row. */
  sending(row: number): Promise<(JournalEntry & { readonly kind: 'sent' }) | null>;
  /** Returns true if nobody else has written to it. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a journal for writing; the caller holds the lock of the import. A truncated last line is removed.
 * @throws import.job-file
 */
export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { ledger, sizeBytes } = await readLedger(file, path);
    await file.truncate(sizeBytes);
    return new CommittedJournal(path, file, ledger, sizeBytes);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Opens a journal to read in it, also while another process writes to it; one that is not there says nothing.
 * @throws import.job-file
 */
export async function readJournal(path: string): Promise<Journal> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return new CommittedJournal(path, null, new Ledger(), 0);
  try {
    const { ledger, sizeBytes } = await readLedger(file, path);
    return new CommittedJournal(path, file, ledger, sizeBytes);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readLedger(file: FileHandle, path: string) {
  const ledger = new Ledger();
  const sizeBytes = await readLines(file, (line, offset) => {
    const entry = line === null ? null : parseEntry(line);
    if (entry === null)
      throw new GatehouseError('import.job-file', `The journal is not readable at byte ${offset}.`, {
        fix: 'Restore the journal from a backup. Without it, the rows that were sent are unknown.',
        location: { file: path },
      });
    ledger.take(entry, offset);
  });
  return { ledger, sizeBytes };
}

/** Calls back with each whole line, or with null for one that never ends; returns where the last one ends. */
async function readLines(
  file: FileHandle,
  take: (line: string | null, offset: number) => void,
): Promise<number> {
  const buffer = Buffer.alloc(readBytes);
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, readBytes, offset + rest.length);
    if (bytesRead === 0) return offset;
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      take(bytes.toString('utf8', start, end), offset + start);
      start = end + 1;
    }
    offset += start;
    rest = bytes.subarray(start);
    if (rest.length > maxLineBytes) take(null, offset);
  }
}

/** All entries of a journal, those included that others write meanwhile; none where there is no journal. */
export async function* journalEntries(path: string): AsyncGenerator<JournalEntry> {
  if ((await stat(path).catch(() => null)) === null) return;
  let rest = '';
  for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: readBytes })) {
    const lines = `${rest}${String(text)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const entry = parseEntry(line);
      if (entry !== null) yield entry;
    }
  }
}

class CommittedJournal implements Journal {
  readonly ledger: Ledger;
  readonly #path: string;
  readonly #file: FileHandle | null;
  #sizeBytes: number;
  #waiting: string[] = [];
  #next: PromiseWithResolvers<void> = Promise.withResolvers();
  #writing: Promise<void> | null = null;
  #failure: GatehouseError | null = null;

  constructor(path: string, file: FileHandle | null, ledger: Ledger, sizeBytes: number) {
    this.#path = path;
    this.#file = file;
    this.ledger = ledger;
    this.#sizeBytes = sizeBytes;
  }

  write(entry: JournalEntry): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const line = formatEntry(entry);
    this.ledger.take(entry, this.#sizeBytes);
    this.#sizeBytes += Buffer.byteLength(line);
    this.#waiting.push(line);
    const { promise } = this.#next;
    this.#writing ??= this.#writeAll();
    return promise;
  }

  async settled(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /** One write and one sync for all that came since the last. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      const written = this.#next;
      this.#waiting = [];
      this.#next = Promise.withResolvers();
      try {
        // Text after half a line could not be told from it.
        if (this.#failure !== null) throw this.#failure;
        await this.#file?.appendFile(lines.join(''));
        await this.#file?.datasync();
        written.resolve();
      } catch (error) {
        this.#failure ??= notWritten(this.#path, error);
        // A caller that does not wait for it learns of it by the next entry, or at the end.
        written.promise.catch(() => undefined);
        written.reject(this.#failure);
      }
    }
    this.#writing = null;
  }

  async settlement(row: number): Promise<RowSettlement | null> {
    const entry = await this.#at(this.ledger.settledAt(row));
    return entry?.kind === 'done' || entry?.kind === 'undone' ? entry.settlement : null;
  }

  async sending(row: number): Promise<(JournalEntry & { readonly kind: 'sent' }) | null> {
    const entry = await this.#at(this.ledger.sentAt(row));
    return entry?.kind === 'sent' ? entry : null;
  }

  async isCurrent(): Promise<boolean> {
    await this.#writing;
    if (this.#failure !== null) return false;
    const found = await stat(this.#path).catch(() => null);
    return (found?.size ?? 0) === this.#sizeBytes;
  }

  async #at(offset: number | null): Promise<JournalEntry | null> {
    if (offset === null || this.#file === null) return null;
    await this.#writing;
    for (let length = lineBytes; length <= maxLineBytes; length *= 4) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
      const end = buffer.subarray(0, bytesRead).indexOf(10);
      if (end >= 0) return parseEntry(buffer.toString('utf8', 0, end));
      if (bytesRead < length) return null;
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close();
  }
}

function notWritten(path: string, cause: unknown): GatehouseError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new GatehouseError('import.halted', `The journal of the load could not be written: ${why}`, {
    fix: 'Free disk space, then resume. Gatehouse checks rows that are not in the journal at the target again.',
    location: { file: path },
    cause,
  });
}
