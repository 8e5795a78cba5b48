import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder, writeSynced } from '#main/platform/durable-files.ts';
import { removeFolder } from '#main/platform/remove-folder.ts';
import type { RequestStore } from '#main/services/throttle/pure/import/index.ts';
import type { TraceShapes } from '#shared/throttle/traffic/recorded.ts';
import { mergeParts, type RequestFiles } from './merge.ts';
import { columnFile, headFile, headVersion, type TraceHead } from './trace-head.ts';

const blockLength = 65_536;
const timesName = 'times';
const shapesName = 'requests';

/** Writes recorded requests into a folder as columns; before it is closed nobody is offered it. */
export class TraceWriter implements RequestStore {
  readonly #folder: string;
  readonly #times = new Float64Array(blockLength);
  readonly #shapes = new Int32Array(blockLength);
  #files: RequestFiles;
  #filled = 0;
  #count = 0;
  #isOpen = true;

  /** `folder` is where the parts are put until all of them are there. */
  constructor(folder: string) {
    this.#folder = folder;
    removeFolder(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#files = this.#open('');
  }

  /**
   * Writes the requests anew: gives them to `take` in the order of time, and has from then on what that adds. The parts
   * that end at `ends` may go backwards in time: they are merged as they stand, and such requests come out of order.
   */
  rewrite(ends: readonly number[], take: (atMillis: number, shape: number) => void): void {
    this.#flush();
    const before = this.#files;
    this.#count = 0;
    this.#files = this.#open('.ordered');
    try {
      mergeParts(before, ends, take);
    } finally {
      for (const file of [before.times, before.shapes]) closeSync(file);
    }
    for (const name of [timesName, shapesName])
      renameSync(join(this.#folder, `${name}.ordered`), join(this.#folder, name));
  }

  #open(ending: string): RequestFiles {
    const opened = (name: string) => openSync(join(this.#folder, `${name}${ending}`), 'wx+', 0o600);
    return { times: opened(timesName), shapes: opened(shapesName) };
  }

  add(atMillis: number, shape: number): void {
    this.#times[this.#filled] = atMillis;
    this.#shapes[this.#filled] = shape;
    this.#filled += 1;
    this.#count += 1;
    if (this.#filled === blockLength) this.#flush();
  }

  /** Writes the rest, and gives the whole its name. */
  finish(
    name: string,
    shapes: TraceShapes,
    head: Omit<TraceHead, 'version' | 'requests' | 'shapes' | 'columns'>,
  ): void {
    this.#flush();
    this.#close();
    write(join(this.#folder, 'clients'), numbersOf(shapes.client));
    for (const [index, { codes, texts }] of shapes.columns.entries()) {
      write(join(this.#folder, columnFile(index)), numbersOf(codes));
      writeSynced(join(this.#folder, `${columnFile(index)}.json`), JSON.stringify(texts), { atOpen: 0o600 });
    }
    const whole: TraceHead = {
      version: headVersion,
      requests: this.#count,
      shapes: shapes.client.length,
      columns: shapes.columns.map(({ name: column, role }) => ({ name: column, role })),
      ...head,
    };
    writeSynced(join(this.#folder, headFile), JSON.stringify(whole), { atOpen: 0o600 });
    const to = join(dirname(this.#folder), name);
    removeFolder(to);
    renameSync(this.#folder, to);
    syncFolder(dirname(to));
  }

  /** Takes back what was written. */
  discard(): void {
    this.#close();
    removeFolder(this.#folder);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const file of [this.#files.times, this.#files.shapes]) {
      fsyncSync(file);
      closeSync(file);
    }
  }

  #flush(): void {
    writeAll(this.#files.times, this.#times.subarray(0, this.#filled));
    writeAll(this.#files.shapes, this.#shapes.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** A day's log has columns of megabytes, which need no copy. */
function numbersOf(list: ArrayLike<number>): Int32Array {
  return list instanceof Int32Array ? list : Int32Array.from(list);
}

function write(path: string, numbers: Int32Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeAll(file, numbers);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, numbers: Float64Array | Int32Array): void {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
