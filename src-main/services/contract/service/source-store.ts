import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { writeAt } from '#main/platform/write-at.ts';
import type { ArtefactKind } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { Random } from '#shared/time/clock.ts';
import { activityFile } from '../linting/lint-exchanges.ts';
import { unlessUnwritable, unlessUnwritableLater } from '../sources/unwritable.ts';

/** Largest file that is imported, in bytes. */
const maxBytes = 2 * 1_024 ** 3;

/** Data about an imported file besides its text. */
export interface SourceMeta {
  readonly id: string;
  readonly name: string;
  /** Its name in findings: no other source has it, no file of the workspace either. */
  readonly file: string;
  /** The fix that it was changed by last; null: it is as it was imported. */
  readonly fixId: string | null;
  /** Of the file as it was sent. */
  readonly sizeBytes: number;
  readonly state: 'receiving' | 'reading' | 'ready' | 'failed';
  readonly receivedBytes: number;
  readonly kind: ArtefactKind | null;
  readonly masked: number;
  readonly problem: Problem | null;
  readonly jobId: string | null;
}

/** The files that were imported for the linter, each in a folder of its own below the state. */
export interface SourceStore {
  list(): readonly SourceMeta[];
  has(id: string): boolean;
  /** @throws contract.source-unknown */
  get(id: string): SourceMeta;
  /** In the place of one of that name that could not be imported. @throws contract.too-large, state.unwritable */
  create(name: string, sizeBytes: number): SourceMeta;
  /** Takes the next piece. @throws contract.upload-broken, contract.source-unknown, state.unwritable */
  take(id: string, offset: number, bytes: Buffer): Promise<SourceMeta>;
  note(id: string, changes: Partial<SourceMeta>): SourceMeta;
  /** Location of its text, as sent and as kept. */
  paths(id: string): { readonly sent: string; readonly kept: string };
  dropSent(id: string): void;
  /** Hides a source until it is restored, or dropped at the next start. */
  remove(id: string): void;
  restore(id: string): void;
  /** Removes all, for good; returns how many there were. */
  clear(): number;
}

const unreceived = {
  state: 'receiving',
  receivedBytes: 0,
  kind: null,
  masked: 0,
  problem: null,
  jobId: null,
  fixId: null,
} as const;
const metaFile = 'source.json';
const removedMark = 'removed';

/** Opens the imported files of a state; removed ones are gone now. @throws state.unwritable */
export function openSourceStore(directory: string, random: Random): SourceStore {
  return new Store(directory, random);
}

class Store implements SourceStore {
  readonly #directory: string;
  readonly #random: Random;
  readonly #sources = new Map<string, SourceMeta>();
  /** Sources with a piece being written. */
  readonly #receiving = new Set<string>();

  constructor(directory: string, random: Random) {
    this.#directory = directory;
    this.#random = random;
    unlessUnwritable(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 }));
    for (const id of readdirSync(directory)) {
      const meta = readMeta(this.#fileOf(id, metaFile));
      // The sender is gone: the part received is of no use.
      if (meta === null || meta.state === 'receiving') this.#drop(id);
      else this.#sources.set(id, meta);
    }
  }

  list(): readonly SourceMeta[] {
    return [...this.#sources.values()];
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  get(id: string): SourceMeta {
    const found = this.#sources.get(id);
    if (found === undefined) throw unknownSource('This imported file no longer exists.');
    return found;
  }

  create(name: string, sizeBytes: number): SourceMeta {
    if (sizeBytes > maxBytes)
      throw new GatehouseError('contract.too-large', `${name} is too large: ${sizeBytes} bytes.`, {
        fix: `Split the file. The limit is ${maxBytes} bytes.`,
      });
    for (const { id, name: other, state } of this.list())
      if (other === name && state === 'failed') {
        this.#sources.delete(id);
        this.#drop(id);
      }
    const id = Buffer.from(this.#random.bytes(9)).toString('hex');
    unlessUnwritable(this.#directory, () => {
      mkdirSync(join(this.#directory, id), { mode: 0o700 });
      writeFileSync(this.paths(id).sent, '', { mode: 0o600 });
    });
    return this.#put({ ...unreceived, id, name, file: labelOf(name, this.list()), sizeBytes });
  }

  async take(id: string, offset: number, bytes: Buffer): Promise<SourceMeta> {
    const { state, receivedBytes, sizeBytes } = this.get(id);
    const follows = state === 'receiving' && offset === receivedBytes && !this.#receiving.has(id);
    if (!follows || bytes.length === 0 || offset + bytes.length > sizeBytes)
      throw new GatehouseError(
        'contract.upload-broken',
        `The chunk at offset ${offset} does not follow the bytes received so far.`,
        { fix: `Continue at offset ${receivedBytes}.` },
      );
    const { sent } = this.paths(id);
    this.#receiving.add(id);
    try {
      await unlessUnwritableLater(sent, () => writeAt(sent, offset, bytes));
    } finally {
      this.#receiving.delete(id);
    }
    // It may have been removed meanwhile.
    return this.note(id, { receivedBytes: offset + bytes.length });
  }

  note(id: string, changes: Partial<SourceMeta>): SourceMeta {
    return this.#put({ ...this.get(id), ...changes });
  }

  paths(id: string): { readonly sent: string; readonly kept: string } {
    return { sent: this.#fileOf(id, 'sent'), kept: this.#fileOf(id, 'kept') };
  }

  dropSent(id: string): void {
    rmSync(this.paths(id).sent, { force: true });
  }

  remove(id: string): void {
    this.get(id);
    unlessUnwritable(this.#directory, () =>
      renameSync(this.#fileOf(id, metaFile), this.#fileOf(id, removedMark)),
    );
    this.#sources.delete(id);
  }

  restore(id: string): void {
    // Names of folders come from outside here.
    const meta = /^\w+$/.test(id) ? readMeta(this.#fileOf(id, removedMark)) : null;
    if (meta === null) throw unknownSource('The removed file can no longer be restored.');
    this.#put({ ...meta, file: labelOf(meta.name, this.list()) });
    rmSync(this.#fileOf(id, removedMark), { force: true });
  }

  clear(): number {
    const ids = readdirSync(this.#directory);
    this.#sources.clear();
    for (const id of ids) this.#drop(id);
    return ids.length;
  }

  #fileOf(id: string, name: string): string {
    return join(this.#directory, id, name);
  }

  #drop(id: string): void {
    removeFolder(join(this.#directory, id));
  }

  #put(meta: SourceMeta): SourceMeta {
    const path = this.#fileOf(meta.id, metaFile);
    unlessUnwritable(path, () => {
      writeFileSync(`${path}.new`, `${JSON.stringify(meta)}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    });
    this.#sources.set(meta.id, meta);
    return meta;
  }
}

function unknownSource(message: string): GatehouseError {
  return new GatehouseError('contract.source-unknown', message, { fix: 'Import the file again.' });
}

/** null: there is none, or none that can be read. */
function readMeta(path: string): SourceMeta | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SourceMeta;
  } catch {
    return null;
  }
}

/** A name without its folders, that no other has: of the same kind of file, so that it is read the same way. */
function labelOf(name: string, others: Iterable<SourceMeta>): string {
  const last = name.split(/[\\/]/).findLast((part) => part !== '') ?? 'file';
  const taken = new Set([activityFile, ...[...others].map(({ file }) => file)]);
  const ending = /(?:\.[\w-]{1,16}){0,2}$/.exec(last)?.[0] ?? '';
  const stem = last.slice(0, last.length - ending.length);
  for (let number = 2, label = last; ; number += 1) {
    if (!taken.has(label)) return label;
    label = `${stem} (${number})${ending}`;
  }
}

/** Size of a kept file in bytes; null where there is none. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
