import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ReadTraffic, StoredTrace } from '#main/services/throttle/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { dateOrders, readingSchema, spreads } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import { readJson } from './read-json.ts';
import { readLogFiles } from './read-logs.ts';

/** The options of `gatehouse simulate` that concern its traffic. */
export interface TrafficOptions {
  readonly traffic: readonly string[];
  readonly time?: string;
  readonly key?: string;
  readonly path?: string;
  readonly method?: string;
  readonly dates?: string;
  readonly format?: string;
  readonly hashAddresses?: boolean;
  readonly withoutQueries?: boolean;
  readonly dropRefused?: boolean;
  readonly dropRepeats?: boolean;
  readonly spread?: string;
  readonly stateDir?: string;
  /** Further workspaces whose state may hold the requests of the traffic file. */
  readonly workspaces: readonly string[];
}

export interface GivenTraffic {
  readonly traffic: Traffic;
  readonly stored: StoredTrace | null;
}

/**
 * Works on traffic as it was designed, or as logs recorded it; `read` is what is known of the logs.
 * @throws traffic.invalid, cli.usage, and what is wrong with a log
 */
export async function withTraffic<T>(
  options: TrafficOptions,
  work: (given: GivenTraffic) => Promise<T>,
): Promise<T & { readonly read: ReadTraffic | null }> {
  const [path = ''] = options.traffic;
  const spread = oneOf(spreads, '--spread', options.spread);
  const designed =
    options.traffic.length === 1 && path.toLowerCase().endsWith('.json') ? await designedIn(path) : null;
  if (designed !== null && designed.recorded === undefined)
    return { ...(await work({ traffic: designed, stored: null })), read: null };
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-logs-'));
  try {
    if (designed !== null) {
      const { recordedOf } = await import('./simulate-recorded.ts');
      const places = { ...options, path, directory };
      const { folder, read, isWholeSeconds } = await recordedOf(designed, places);
      const laid = spread ?? designed.recorded?.spread ?? 'even';
      const stored = { folder, spread: laid, hasOther: isWholeSeconds };
      return { ...(await work({ traffic: designed, stored })), read };
    }
    const read = await readLogs(options, directory);
    const { recorded } = read.traffic;
    const folder = join(directory, recorded?.id ?? '');
    const hasOther = recorded?.isWholeSeconds === true;
    const done = await work({
      traffic: read.traffic,
      stored: { folder, spread: spread ?? 'even', hasOther },
    });
    return { ...done, read };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The value of an option that takes one of a few; null: it is not given. @throws cli.usage */
function oneOf<T extends string>(known: readonly T[], option: string, given: string | undefined): T | null {
  if (given === undefined) return null;
  const found = known.find((each) => each === given);
  if (found !== undefined) return found;
  throw new GatehouseError('cli.usage', `${option} does not accept “${given}”.`, {
    fix: `Use one of ${known.join(', ')}.`,
  });
}

async function readLogs(options: TrafficOptions, directory: string): Promise<ReadTraffic> {
  const { time = null, key = null, path = null, method = null } = options;
  const dates = oneOf(dateOrders, '--dates', options.dates);
  const reading = readingSchema.parse({
    format: oneOf(traceKinds, '--format', options.format),
    time,
    key,
    path,
    method,
    dates,
    hashAddresses: options.hashAddresses,
    withoutQueries: options.withoutQueries,
    dropRefused: options.dropRefused,
    dropRepeats: options.dropRepeats,
  });
  const files = options.traffic.map((log) => ({ path: log, name: basename(log), sizeBytes: sizeOf(log) }));
  return readLogFiles(files, reading, directory);
}

/** The traffic in a JSON file; null: it is a log. @throws traffic.invalid, workspace.syntax */
async function designedIn(path: string): Promise<Traffic | null> {
  const { recognise } = await import('#main/services/throttle/pure/import/index.ts');
  const begin = beginOf(path);
  const kind = recognise(begin);
  // No traffic is a list.
  if (kind === 'har' || kind === 'kong' || (kind !== null && /^\s*\[/.test(begin))) return null;
  const { trafficSchema } = await import('#shared/throttle/traffic/schema.ts');
  const value = await valueOf(path, kind !== null);
  const read = trafficSchema.safeParse(value);
  if (read.success) return read.data;
  // A whole document is meant to be traffic, and lines with an object each are a log.
  if (kind !== null && value === null) return null;
  const [issue] = read.error.issues;
  throw new GatehouseError(
    'traffic.invalid',
    `${path} is not a traffic document: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    { fix: 'Use a file such as traffic/<name>.json of a workspace, or logs of requests.' },
  );
}

/** The JSON of a file; one that is a log as well may be none. */
async function valueOf(path: string, isLog: boolean): Promise<unknown> {
  try {
    return await readJson(path);
  } catch (error) {
    if (isLog) return null;
    throw error;
  }
}

/** @throws cli.usage */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** @throws cli.usage */
function beginOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(65_536);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): GatehouseError {
  return new GatehouseError('cli.usage', `${path} is not readable.`, {
    fix: 'Choose an existing file.',
    cause,
  });
}
