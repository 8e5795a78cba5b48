import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/**
 * The marker before the fuses in the binary of every Electron. https://www.electronjs.org/docs/latest/tutorial/fuses
 */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Makes a folder that electron-builder takes for an unpacked Electron: its files are there, its binary does nothing,
 * and carries a wire of nine fuses, all off.
 */
export async function makeRuntimeStandIn(folder: string, version: string): Promise<string> {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const wire = `${fuseSentinel}\u0001\u0009${'0'.repeat(9)}`;
  writeFileSync(join(folder, 'electron'), Buffer.from(`#!/bin/sh\nexit 0\n# ${wire}\n`, 'latin1'));
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), 'The licence of the runtime.\n');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<!doctype html>\n');
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{}');
  await createPackage(empty, join(folder, 'resources/default_app.asar'));
  return folder;
}
