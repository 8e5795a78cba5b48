import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { Problem } from '#shared/errors/index.ts';
import {
  fromPointer,
  type Target,
  valueAt,
  type WorkspaceFileKind,
  workspaceFileAt,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { createEntityFolder, type Scan } from './entity-folder.ts';
import { isHostedTarget } from './hosted-target.ts';
import { type ActiveEnvironment, documentKinds, overlayOf } from './interpret.ts';
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
import { isRegistration, type SecretGrants, type SecretUse } from './secret-grants.ts';
import { type ClearSecretsAre, secretProblems } from './secret-problems.ts';
import { type ResolveSecret, type SecretSource, secretSource } from './secret-reading.ts';

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
  /** Whose the stored secrets are; null: every file may have every one. */
  readonly grants: SecretGrants | null;
}

/** Reads all files of a workspace and follows them. */
export function createLiveContents(opened: WorkspaceManifest, options: ContentsOptions): LiveContents {
  const { directory } = opened;
  const environments = createLiveEnvironments(directory, options.environment);
  const active = environments.active;
  environments.scan();
  const manifest = createLiveManifest(opened, active);
  const { grants } = options;
  const secrets = secretSource({
    resolveSecret: options.resolveSecret,
    mapping: () => active()?.value.secrets ?? {},
    isPermitted: (use) =>
      grants === null || isPermitted(grants, use, () => isOfHosted(use.file, registered.targets(), manifest)),
    owners: (name) => grants?.owners(name) ?? [],
  });
  const registered = createRegistrations(directory, secrets, { ...options, environment: active });
  const documents = documentKinds.map((kind) =>
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

  function ofSecrets(listed: ListedFile): readonly Problem[] {
    const { file, document } = listed;
    if (document === null) return [];
    const found = secretProblems(listed.kind, document, secrets.of(file), options.clearSecretsAre);
    return inForceOnly(listed, found, active());
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

/** Files that are not in force are not asked for secrets that nothing needs. */
function inForceOnly(
  { kind, file }: ListedFile,
  found: readonly Problem[],
  environment: ActiveEnvironment | null,
): readonly Problem[] {
  if (kind === 'environment')
    return file === environment?.document.file
      ? found
      : found.filter(({ code }) => code === 'secret.in-clear');
  if (kind !== 'manifest' || environment === null) return found;
  const over = overlayOf(environment);
  return found.filter(
    ({ code, location }) =>
      code === 'secret.in-clear' || valueAt(over, fromPointer(location?.pointer ?? '') ?? []) === undefined,
  );
}

/**
 * Tests whether a file may have a stored secret; a target that is the hosted server has those of its clients and
 * users.
 */
function isPermitted(grants: SecretGrants, use: SecretUse, isHosted: () => boolean): boolean {
  const standing = grants.standing(use);
  if (standing !== 'foreign') return standing !== 'refused';
  return grants.owners(use.name)?.some(isRegistration) === true && isHosted();
}

/** Tests whether a file is a target of the flow debugger that leads to the server which is hosted here. */
function isOfHosted(file: string, targets: readonly Target[], live: LiveManifest): boolean {
  const found = workspaceFileAt(file);
  if (found?.format.kind !== 'target') return false;
  const target = targets.find(({ name }) => name === found.name);
  return target !== undefined && isHostedTarget(target.file, live.manifest());
}

function listedFile(file: string, document: JsonDocument | null): ListedFile {
  return { kind: workspaceFileAt(file)?.format.kind ?? 'manifest', file, document };
}

/** A document that another part reads: here it has the form of its kind. */
function checkObject(document: JsonDocument, kind: (typeof documentKinds)[number]): Interpretation<unknown> {
  const checked = checkDocument(document, workspaceFormats[kind].schema);
  return 'problem' in checked ? checked : { value: checked.value, problems: [] };
}
