import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Case, Sample } from '../harness/area.ts';
import { builtApplication } from './build.ts';
import { copySampleWorkspace, type Gatehouse, serveGatehouse } from './gatehouse.ts';
import { firstScreenGzipBytes } from './page-weight.ts';
import { openBrowser, untilFirstScreen } from './screen.ts';

/** Serves a copy of the sample workspace over a fresh state. */
export function serveSample({ directory }: Bench): Promise<Gatehouse> {
  return serveGatehouse(copySampleWorkspace(directory), mkdtempSync(join(directory, 'state-')));
}

/** The wall time from the command to Home with running services. */
export async function firstScreen(bench: Bench): Promise<Sample> {
  const browser = await bench.once('browser', openBrowser, (opened) => opened.close());
  const gatehouse = await serveSample(bench);
  try {
    await untilFirstScreen(browser, gatehouse.ui);
    return { wall: performance.now() - gatehouse.startedMillis };
  } finally {
    await gatehouse.stop();
  }
}

/** The size of the scripts of the first screen. */
export const firstScreenWeight: Case = {
  id: 'page',
  title: 'scripts of the first screen',
  figures: [{ id: 'gzip', title: 'size after gzip', unit: 'kB', digits: 1 }],
  isFixed: true,
  run: async () => ({ gzip: firstScreenGzipBytes(join(builtApplication(), 'out/renderer')) / 1_000 }),
};
