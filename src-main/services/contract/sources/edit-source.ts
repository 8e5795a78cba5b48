import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import type { TaskContext } from '#main/platform/task-runner.ts';
import { applyEdits, type TextEdit } from '#shared/contract/index.ts';
import type { ContractTasks } from '../linting/tasks.ts';
import { createHarSplitter } from '../reading/har-splitter.ts';
import { isHar } from '../reading/read-artefact.ts';
import { headOf, textOf } from '../reading/text-file.ts';
import { unlessUnwritableLater } from './unwritable.ts';

const pieceBytes = 1_048_576;

type Input = Parameters<ContractTasks['editSource']>[0];

/** Writes a file anew with edits made; those of a HAR document count from the beginning of their entries. */
export async function editSource(
  { from, to, file, edits }: Input,
  { signal }: TaskContext,
): Promise<{ sizeBytes: number }> {
  if (!isHar(file, await headOf(from))) {
    const text = applyEdits(await textOf(from, file), edits);
    await unlessUnwritableLater(to, () => writeFile(to, text, { mode: 0o600 }));
    return { sizeBytes: Buffer.byteLength(text) };
  }
  const target = await unlessUnwritableLater(to, () => open(to, 'w', 0o600));
  try {
    let sizeBytes = 0;
    for await (const bytes of edited(from, file, byEntry(edits), signal)) {
      await unlessUnwritableLater(to, () => target.writeFile(bytes));
      sizeBytes += bytes.length;
    }
    return { sizeBytes };
  } finally {
    await target.close();
  }
}

function byEntry(edits: readonly TextEdit[]): ReadonlyMap<number, readonly TextEdit[]> {
  const entries = new Map<number, TextEdit[]>();
  for (const edit of edits) {
    const known = entries.get(edit.entry ?? 0);
    if (known === undefined) entries.set(edit.entry ?? 0, [edit]);
    else known.push(edit);
  }
  return entries;
}

/** The bytes of the document, piece by piece, with the entries that are edited in the places of what they were. */
async function* edited(
  path: string,
  file: string,
  edits: ReadonlyMap<number, readonly TextEdit[]>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const splitter = createHarSplitter(file);
  let waiting: Buffer = Buffer.alloc(0);
  /** Offset in the document of the first byte that waits. */
  let offset = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    const slices = splitter.take(piece);
    waiting = Buffer.concat([waiting, piece]);
    for (const { index, bytes, startByte } of slices) {
      const changes = edits.get(index);
      if (changes === undefined) continue;
      yield waiting.subarray(0, startByte - offset);
      yield Buffer.from(applyEdits(bytes.toString('utf8'), changes));
      waiting = waiting.subarray(startByte + bytes.length - offset);
      offset = startByte + bytes.length;
    }
    // An entry that is not through yet has to wait whole.
    const begun = splitter.openFrom();
    const ready = (begun ?? offset + waiting.length) - offset;
    yield waiting.subarray(0, ready);
    waiting = waiting.subarray(ready);
    offset += ready;
  }
  yield waiting;
}
