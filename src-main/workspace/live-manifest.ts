import { isDeepStrictEqual } from 'node:util';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type Manifest, manifestSchema } from '#shared/workspace/index.ts';
import type { Scan } from './entity-folder.ts';
import { type ActiveEnvironment, interpretManifest } from './interpret.ts';
import type { JsonDocument } from './json-file.ts';
import { createLiveFile } from './live-file.ts';

export const manifestFile = 'gatehouse.json';

/** A workspace's folder and manifest: enough to find its state. */
export interface WorkspaceManifest {
  readonly directory: string;
  readonly name: string;
  /** Names the state: the manifest's `id`, else derived from where the folder lies. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly problems: readonly Problem[];
}

/** `gatehouse.json` over time. */
export interface LiveManifest {
  /** The settings in force; every part of them is the same object for as long as nothing in it changed. */
  manifest(): Manifest;
  /** Returns the document of the file, in its last good version; null where there is none. */
  document(): JsonDocument | null;
  isThere(): boolean;
  problems(): readonly Problem[];
  scan(): Scan;
  /** Takes up the environment that is in force now. */
  interpretAgain(): void;
}

/** Follows the manifest of an open workspace; while it is missing the defaults are in force. */
export function createLiveManifest(
  opened: WorkspaceManifest,
  environment: () => ActiveEnvironment | null,
): LiveManifest {
  const live = createLiveFile(opened.directory, manifestFile, (document) =>
    interpretManifest(document, environment()),
  );
  let state: 'present' | 'vanished' | 'gone' = live.look() === 'missing' ? 'gone' : 'present';
  // The manifest may have been written between its opening and now.
  let manifest = keepEqualParts(opened.manifest, live.good()?.value ?? substitute(opened.manifest));

  /** Returns the manifest in force where there is no file that could be read. */
  function substitute(fallback: Manifest): Manifest {
    const document = { file: manifestFile, text: '', value: { name: opened.name } };
    const defaults = interpretManifest(document, environment());
    return environment() !== null && 'value' in defaults ? defaults.value : fallback;
  }

  function scan(): Scan {
    const found = live.look();
    if (found !== 'missing') {
      const isChanged = found === 'changed' || state === 'gone';
      state = 'present';
      if (isChanged) takeUp();
      return { changed: isChanged ? [manifestFile] : [], isUnsettled: false };
    }
    if (state === 'gone') return { changed: [], isUnsettled: false };
    state = state === 'present' ? 'vanished' : 'gone';
    if (state === 'vanished') return { changed: [], isUnsettled: true };
    takeUp();
    return { changed: [manifestFile], isUnsettled: false };
  }

  function takeUp(): void {
    const defaults = manifestSchema.parse({ name: opened.name });
    const next = state === 'gone' ? substitute(defaults) : (live.good()?.value ?? substitute(defaults));
    manifest = keepEqualParts(manifest, next);
  }

  return {
    manifest: () => manifest,
    document: () => (state === 'gone' ? null : (live.good()?.document ?? null)),
    isThere: () => state !== 'gone',
    problems: () =>
      state === 'gone' ? [missingManifest()] : [...live.problems(), ...restartNotices(opened, manifest)],
    scan,
    interpretAgain() {
      live.interpretAgain();
      takeUp();
    },
  };
}

function restartNotices(opened: WorkspaceManifest, manifest: Manifest): readonly Problem[] {
  return restartMembers
    .filter((member) => opened.manifest[member] !== manifest[member])
    .map((member) =>
      new GatehouseError('workspace.restart-needed', `${member} changed in ${manifestFile}.`, {
        fix: 'Restart Gatehouse to apply the change. Until then, the previous value is in effect.',
        location: { file: manifestFile, pointer: `/${member}` },
      }).toProblem('notice'),
    );
}

/** Members that are read once, when the state is opened. */
const restartMembers = ['id', 'durability'] as const;

/** The Problem of a folder without a manifest. */
export function missingManifest(): Problem {
  return new GatehouseError('workspace.no-manifest', 'The folder has no gatehouse.json.', {
    fix: 'Create one with a "name", or open another folder. Until then, the default settings are in effect.',
    location: { file: manifestFile },
  }).toProblem('warning');
}

/**
 * Returns `next` with every part that equals that of `earlier` replaced by it, so that comparing object
 * identities shows no change.
 */
function keepEqualParts<T>(earlier: T, next: T): T {
  if (isDeepStrictEqual(earlier, next)) return earlier;
  if (!isPlain(earlier) || !isPlain(next)) return next;
  return Object.fromEntries(
    Object.entries(next).map(([name, value]) => [
      name,
      keepEqualParts<unknown>((earlier as Record<string, unknown>)[name], value),
    ]),
  ) as T;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
