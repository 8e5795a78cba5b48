import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { firstWorkspace, stateRoots } from '#main/hosts/workspace-location.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import { type ReadTraffic, readTraceHead } from '#main/services/throttle/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { TraceRecipe } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { type LogFile, readLogFiles } from './read-logs.ts';

/** Where the recorded requests of a traffic file are looked for. */
export interface RecordedPlaces {
  /** The traffic file. */
  readonly path: string;
  readonly stateDir?: string;
  readonly workspaces: readonly string[];
  /** Where requests that are read again are put. */
  readonly directory: string;
}

/** A folder with recorded requests; `read` is what is known of logs that were read again. */
export interface FoundRecorded {
  readonly folder: string;
  readonly isWholeSeconds: boolean;
  readonly read: ReadTraffic | null;
}

/**
 * Finds the recorded requests that a traffic file names: in the state of its workspace, else by reading its logs again.
 * @throws traffic.trace-gone where neither is there, state.foreign, and what is wrong with a log
 */
export async function recordedOf(
  { recorded }: Pick<Traffic, 'recorded'>,
  places: RecordedPlaces,
): Promise<FoundRecorded> {
  if (recorded === undefined) throw new Error('Traffic without recorded requests has nothing to be found');
  const workspaces = [dirname(dirname(resolve(places.path))), ...places.workspaces].filter(
    (folder, at, all) => all.indexOf(folder) === at && existsSync(join(folder, 'gatehouse.json')),
  );
  const states = workspaces.map((folder) => stateOf(folder, places.stateDir));
  for (const state of states) {
    const folder = join(state, 'traffic', recorded.id);
    const head = readTraceHead(folder);
    if (head !== null) return { folder, isWholeSeconds: head.isWholeSeconds, read: null };
  }
  return readAgain(recorded, places, { workspaces, states });
}

/** The folder of the state of a workspace. @throws state.foreign */
function stateOf(workspace: string, stateDir: string | undefined): string {
  const { stateRoot } = userFolders(process.platform, process.env);
  const given = stateDir === undefined ? null : resolve(stateDir);
  return firstWorkspace(workspace, stateRoots(given, stateRoot)).stateDirectory;
}

interface SearchedPlaces {
  readonly workspaces: readonly string[];
  readonly states: readonly string[];
}

async function readAgain(
  recorded: TraceRecipe,
  { path, directory }: RecordedPlaces,
  { workspaces, states }: SearchedPlaces,
): Promise<FoundRecorded> {
  const folders = [...new Set([dirname(resolve(path)), ...workspaces, process.cwd()])];
  const found = recorded.sources.map((source) => fileOf(source, folders));
  const missing = found.flatMap((each) => (typeof each === 'string' ? [each] : []));
  const files = found.flatMap((each) => (typeof each === 'string' ? [] : [each]));
  if (missing.length > 0 || files.length === 0) throw gone(path, states, missing);
  const read = await readLogFiles(files, recorded.reading, directory);
  const again = read.traffic.recorded;
  // Files are read in the order of time, whatever order the recipe of a former version has.
  const digests = new Set(again?.sources.map(({ sha256 }) => sha256));
  const changed = recorded.sources.flatMap(({ name, sha256 }, at) =>
    digests.has(sha256) ? [] : [`${files[at]?.path ?? name} has changed since it was imported`],
  );
  if (again === undefined || changed.length > 0) throw gone(path, states, changed);
  return { folder: join(directory, again.id), isWholeSeconds: again.isWholeSeconds, read };
}

type Source = TraceRecipe['sources'][number];

/** The file of a source, by its name and size; else why there is none. */
function fileOf({ name, sizeBytes }: Source, folders: readonly string[]): LogFile | string {
  const paths = folders.map((folder) => join(folder, basename(name)));
  const there = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  const path = there.find((each) => statSync(each).size === sizeBytes);
  if (path !== undefined) return { path, name, sizeBytes };
  const [other] = there;
  if (other === undefined) return `${name} was not found in ${folders.join(', ')}`;
  return `${other} has ${statSync(other).size} bytes instead of ${sizeBytes} at the import`;
}

function gone(path: string, states: readonly string[], missing: readonly string[]): GatehouseError {
  const state =
    states.length === 0
      ? `${path} belongs to no workspace with recorded requests`
      : `The recorded requests of ${path} were not found in ${states.join(', ')}`;
  const logs = missing.length === 0 ? 'the traffic file names no logs' : missing.join('; ');
  return new GatehouseError('traffic.trace-gone', `${state}, and they cannot be read again: ${logs}.`, {
    fix: 'Set the state folder with --state-dir, or put the logs next to the traffic file.',
  });
}
