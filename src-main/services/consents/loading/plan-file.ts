import { type FileHandle, open } from 'node:fs/promises';
import type { PlanHead, PlanRow } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

const chunkBytes = 262_144;

/** The rows of a frozen plan, read as they are needed. */
export interface PlanFile {
  readonly head: PlanHead;
  /** The next row; null at the end. One call at a time. */
  next(): Promise<PlanRow | null>;
  close(): Promise<void>;
}

/** Opens a plan. @throws import.job-file */
export async function openPlan(path: string): Promise<PlanFile> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new GatehouseError('import.job-file', 'The plan of this import no longer exists.', {
      fix: 'Plan the import again.',
      location: { file: path },
      cause,
    });
  });
  const reader = new LineReader(file);
  const first = await reader.next();
  if (first === null) {
    await file.close();
    throw new GatehouseError('import.job-file', 'The plan of this import is empty.', {
      fix: 'Plan the import again.',
    });
  }
  try {
    return {
      head: parsed<PlanHead>(first, path),
      async next() {
        const line = await reader.next();
        return line === null ? null : parsed<PlanRow>(line, path);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Only this program writes plans; but half of one may be left of a disk that was full. */
function parsed<T>(line: string, path: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (cause) {
    throw new GatehouseError('import.job-file', 'The plan of this import is not readable.', {
      fix: 'Plan the import again, with a new job file if some rows were sent.',
      location: { file: path },
      cause,
    });
  }
}

/** Lines of a file, a chunk at a time. */
class LineReader {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.alloc(chunkBytes);
  #rest = Buffer.alloc(0);
  #lines: readonly string[] = [];
  position = 0;
  #isEnded = false;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async next(): Promise<string | null> {
    while (this.position >= this.#lines.length) {
      if (this.#isEnded) return null;
      await this.#fill();
    }
    const line = this.#lines[this.position] ?? '';
    this.position += 1;
    return line;
  }

  async #fill(): Promise<void> {
    const { bytesRead } = await this.#file.read(this.#buffer, 0, chunkBytes);
    const bytes = Buffer.concat([this.#rest, this.#buffer.subarray(0, bytesRead)]);
    this.#isEnded = bytesRead === 0;
    const end = this.#isEnded ? bytes.length : bytes.lastIndexOf(10) + 1;
    this.#lines = bytes
      .toString('utf8', 0, end)
      .split('\n')
      .filter((line) => line !== '');
    this.position = 0;
    this.#rest = Buffer.from(bytes.subarray(end));
  }
}
