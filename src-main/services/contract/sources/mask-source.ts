import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import type { TaskContext } from '#main/platform/task-runner.ts';
import { maskScript } from '#main/services/contract/pure/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/index.ts';
import type { ContractTasks } from '../linting/tasks.ts';
import { createHarSplitter, type HarSlice } from '../reading/har-splitter.ts';
import { isHar } from '../reading/read-artefact.ts';
import { headOf, textOf } from '../reading/text-file.ts';
import { maskHarEntry } from './mask-har.ts';
import { unlessUnwritableLater } from './unwritable.ts';

const pieceBytes = 1_048_576;
/** Largest file that is no HAR document, in bytes. */
const maxTextBytes = 16 * 1_048_576;

type Input = Parameters<ContractTasks['maskSource']>[0];
type Output = ReturnType<ContractTasks['maskSource']>;

/**
 * Writes a file anew with its secrets masked: of a HAR document its entries, one a line; of another text all of it.
 * @throws contract.har-invalid, contract.unreadable, contract.too-large
 */
export async function maskSource({ from, to, file }: Input, context: TaskContext): Promise<Output> {
  if (isHar(file, await headOf(from))) return maskHar({ from, to, file }, context);
  const { size } = await stat(from);
  if (size > maxTextBytes)
    throw new GatehouseError('contract.too-large', `${file} is too large: ${size} bytes.`, {
      fix: `Split the file. The limit is ${maxTextBytes} bytes, except for HAR documents.`,
      location: { file },
    });
  const { text, masked } = maskScript(await textOf(from, file));
  await unlessUnwritableLater(to, () => writeFile(to, text, { mode: 0o600 }));
  return { masked, sizeBytes: Buffer.byteLength(text), kind: null };
}

async function maskHar({ from, to, file }: Input, { signal, onProgress }: TaskContext): Promise<Output> {
  const { size } = await stat(from);
  const splitter = createHarSplitter(file);
  const target = await unlessUnwritableLater(to, () => open(to, 'w', 0o600));
  let masked = 0;
  let done = 0;
  let entries = 0;
  let sizeBytes = 0;
  const write = async (text: string): Promise<void> => {
    await unlessUnwritableLater(to, () => target.writeFile(text));
    sizeBytes += Buffer.byteLength(text);
  };
  try {
    await write(
      '{ "log": { "version": "1.2", "creator": { "name": "Gatehouse", "version": "" }, "entries": [\n',
    );
    const stream = createReadStream(from, { highWaterMark: pieceBytes });
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (signal.aborted) throw new GatehouseError('engine.stopped', 'The import was stopped.');
      const lines = splitter.take(piece).map((slice) => {
        const { line, count } = maskedLine(slice, file);
        masked += count;
        entries += 1;
        return `${entries === 1 ? '' : ',\n'}${line}`;
      });
      await write(lines.join(''));
      done += piece.length;
      onProgress(done, size);
    }
    splitter.end();
    await write('\n] } }\n');
  } finally {
    await target.close();
  }
  return { masked, sizeBytes, kind: 'har' };
}

function maskedLine(slice: HarSlice, file: string): { readonly line: string; readonly count: number } {
  try {
    const { entry, masked } = maskHarEntry(JSON.parse(slice.bytes.toString('utf8')) as JsonValue);
    return { line: JSON.stringify(entry), count: masked };
  } catch (cause) {
    const { index, line, column } = slice;
    throw new GatehouseError(
      'contract.har-invalid',
      `${file}: entry ${index}, starting at line ${line}, column ${column}, is not JSON.`,
      {
        cause,
        fix: 'Export it again as HAR from the network panel of the browser.',
        location: { file, line, column, pointer: `/log/entries/${index}` },
      },
    );
  }
}
