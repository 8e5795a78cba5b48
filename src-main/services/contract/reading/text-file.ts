import { readFile } from 'node:fs/promises';
import { bytesAt } from '#main/platform/bytes-at.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Bytes of a file by which a HAR document is distinguished from other JSON. */
const headBytes = 256;

/** How a file begins. */
export async function headOf(path: string): Promise<string> {
  const { bytes } = await bytesAt(path, 0, headBytes);
  return bytes.toString('utf8');
}

/** The text of a file that is not streamed. @throws contract.unreadable where it is not UTF-8 */
export async function textOf(path: string, file: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new GatehouseError('contract.unreadable', `${file} is not UTF-8.`, {
      fix: 'Save it as UTF-8.',
      location: { file },
      cause,
    });
  }
}
