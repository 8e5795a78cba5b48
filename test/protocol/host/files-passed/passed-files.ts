import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rootDir } from '../../../../scripts/support/root.ts';

const warmUps = 30;
const rounds = 5;
/** Records of a request are written within 100 ms of it. */
const restMillis = 300;

/**
 * The files of src-* of which a function runs for every one of several warm requests: what runs beside them, by a timer or
 * for an earlier request, is not in each.
 */
export async function passedFiles(request: () => Promise<unknown>): Promise<readonly string[]> {
  for (let at = 0; at < warmUps; at += 1) await request();
  let common = await filesOf(request);
  for (let round = 1; round < rounds; round += 1) {
    const files = new Set(await filesOf(request));
    common = common.filter((file) => files.has(file));
  }
  return common.toSorted();
}

/** By precise coverage, which counts the calls of each function since it was last asked. */
async function filesOf(request: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await delay(restMillis);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .flatMap(({ url }) => (url.startsWith('file:') ? [relative(rootDir, fileURLToPath(url))] : []))
    .filter((path) => path.startsWith('src-'));
}
