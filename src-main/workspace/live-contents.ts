import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { Problem } from '#shared/errors/index.ts';
import {
  fromPointer,
  valueAt,
  type WorkspaceFileKind,
  workspaceFileAt,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { createEntityFolder, type Scan } from './entity-folder.ts';
import { overlayOf } from './interpret.ts';
import { checkDocument, type JsonDocument } from './json-file.ts';
import { createLiveEnvironments, type LiveEnvironments } from './live-environments.ts';
import type { Interpretation } from './live-file.ts';
import {
  createLiveManifest,
  type LiveManifest,
  manifestFile,
  type WorkspaceManifest,
} from './live-manifest.ts';
import { createRegistrations, type LiveRegistrations } from './registrations.ts';
import {
  type ClearSecretsAre,
  type ResolveSecret,
  type SecretSource,
  secretProblems,
  secretSource,
} from './secret-reading.ts';

/** A file of the workspace. */
export interface ListedFile {
  readonly kind: WorkspaceFileKind;
  /** Path below the workspace, with `/`. */
  readonly file: string;
  /** Its last good version; null where it could never be read. */
  readonly document: JsonDocument | null;
}

/** All files of a workspace over time, joined: what depends on the environment follows it. */
export interface LiveContents {
  readonly manifest: LiveManifest;
  readonly environments: LiveEnvironments;
  readonly registered: LiveRegistrations;
  readonly secrets: SecretSource;
  files(): readonly ListedFile[];
  problems(): readonly Problem[];
  scan(): Scan;
  chooseEnvironment(name: string | null): void;
  /** Asks for every secret again: one was stored or removed. */
  resolveSecretsAgain(): void;
}

export interface ContentsOptions {
  readonly resolveSecret: ResolveSecret;
  readonly clearSecretsAre: ClearSecretsAre;
  readonly environment: string | null;
  readonly passwords: PasswordHasher;
}

/** Reads all files of a workspace and follows them. */
export function createLiveContents(opened: WorkspaceManifest, options: ContentsOptions): LiveContents {
  const { directory } = opened;
  const environments = createLiveEnvironments(directory, options.environment);
  const active = environments.active;
  const secrets = secretSource(options.resolveSecret, () => active()?.value.secrets ?? {});
  environments.scan();
  const manifest = createLiveManifest(opened, active);
  const registered = createRegistrations(directory, secrets, { ...options, environment: active });
  const documents = (['connector', 'platform', 'recording', 'route', 'traffic', 'contract'] as const).map(
    (kind) =>
      createEntityFolder(directory, workspaceFormats[kind], (document) => checkObject(document, kind)),
  );
  const folders = [environments, ...registered.folders, ...documents];
  let inForce = active();
  let problems: readonly Problem[] = [];

  function files(): readonly ListedFile[] {
    const listed = folders.flatMap((folder) => {
      const good = new Map(folder.files().map(({ file, document }) => [file, document]));
      return folder.paths().map((file) => listedFile(file, good.get(file) ?? null));
    });
    return [...(manifest.isThere() ? [listedFile(manifestFile, manifest.document())] : []), ...listed];
  }

  /** Files that are not in force are not asked for secrets that nothing needs. */
  function ofSecrets({ kind, file, document }: ListedFile): readonly Problem[] {
    if (document === null) return [];
    const found = secretProblems(kind, document, secrets, options.clearSecretsAre);
    const inClear = found.filter(({ code }) => code === 'secret.in-clear');
    if (kind === 'environment') return file === active()?.document.file ? found : inClear;
    const environment = active();
    if (kind !== 'manifest' || environment === null) return found;
    const over = overlayOf(environment);
    return found.filter(
      ({ code, location }) =>
        code === 'secret.in-clear' || valueAt(over, fromPointer(location?.pointer ?? '') ?? []) === undefined,
    );
  }

  function judge(): void {
    problems = [
      ...manifest.problems(),
      ...environments.problems(),
      ...registered.problems(),
      ...documents.flatMap((folder) => folder.problems()),
      ...files().flatMap(ofSecrets),
    ];
  }

  function takeUpEnvironment(): boolean {
    if (active() === inForce) return false;
    inForce = active();
    manifest.interpretAgain();
    registered.interpretAgain();
    return true;
  }

  function scan(): Scan {
    const first = environments.scan();
    takeUpEnvironment();
    const scans = [first, manifest.scan(), registered.scan(), ...documents.map((folder) => folder.scan())];
    const changed = scans.flatMap((found) => found.changed);
    if (changed.length > 0) judge();
    return { changed, isUnsettled: scans.some(({ isUnsettled }) => isUnsettled) };
  }

  scan();
  judge();
  return {
    manifest,
    environments,
    registered,
    secrets,
    files,
    problems: () => problems,
    scan,
    chooseEnvironment(name) {
      environments.choose(name);
      takeUpEnvironment();
      judge();
    },
    resolveSecretsAgain() {
      registered.resolveAgain();
      judge();
    },
  };
}

function listedFile(file: string, document: JsonDocument | null): ListedFile {
  return { kind: workspaceFileAt(file)?.format.kind ?? 'manifest', file, document };
}

/** A document that another part reads: here it has the form of its kind. */
function checkObject(
  document: JsonDocument,
  kind: 'connector' | 'platform' | 'recording' | 'route' | 'traffic' | 'contract',
): Interpretation<unknown> {
  const checked = checkDocument(document, workspaceFormats[kind].schema);
  return 'problem' in checked ? checked : { value: checked.value, problems: [] };
}
