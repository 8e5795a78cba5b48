import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createPasswordHasher, type PasswordHasher } from '#main/platform/password-hash.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { SignIn } from '#shared/sign-ins/index.ts';
import {
  type Registrations,
  type SavedFlow,
  type SecretValue,
  type Target,
  type Variables,
  type Webhook,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { type WatchFolder, watchFolders } from './folder-watcher.ts';
import { createLiveContents, type ListedFile, type LiveContents } from './live-contents.ts';
import type { EnvironmentEntry } from './live-environments.ts';
import { manifestFile, type WorkspaceManifest } from './live-manifest.ts';
import type { Credentials } from './registrations.ts';
import type { SecretGrants } from './secret-grants.ts';
import type { ClearSecretsAre } from './secret-problems.ts';
import { type FileSecrets, type ResolveSecret, readSecretText, type SecretSource } from './secret-reading.ts';

/** A workspace with everything in it that services use. */
export interface Workspace extends WorkspaceManifest {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  /** Subscribers to audit events. */
  readonly webhooks: readonly Webhook[];
  /** Other authorization servers that flows are run against. */
  readonly targets: readonly Target[];
  readonly savedFlows: readonly SavedFlow[];
  /** The descriptions of sign-ins at other servers. */
  readonly signIns: readonly SignIn[];
  /** Counts the changes since it was loaded. */
  readonly revision: number;
  /** Name of the environment in force; null: none, the files as they are. */
  readonly environment: string | null;
  readonly environments: readonly EnvironmentEntry[];
  /** Present values of `&{name}`. */
  readonly variables: Variables;
  /** Every file that is there, whatever its state. */
  readonly files: readonly ListedFile[];
  /** Stored secrets as the files name them. */
  readonly secretSource: SecretSource;
  /** Those that a file may have. */
  readonly secretsOf: (file: string) => FileSecrets;
  /** The text of a secret that a file names, or null where it cannot be had. */
  readonly readSecretOf: (file: string, value: SecretValue) => string | null;
  /** The text of a secret in the settings, or null where it cannot be had. */
  readonly readSecret: (value: SecretValue) => string | null;
  /**
   * Puts another environment in force, or none.
   * @throws workspace.no-environment
   */
  setEnvironment(name: string | null): void;
  /** Looks at the files now; `written` are those that Gatehouse wrote itself. True: look again soon. */
  rescan(written?: ReadonlySet<string>): boolean;
  /** Asks for every secret again: one was stored or forgotten. */
  resolveSecretsAgain(): void;
  onChange(listener: (change: WorkspaceChange) => void): () => void;
  /** Follows edits from outside until `close`. */
  watch(watchFolder?: WatchFolder): void;
  close(): void;
}

/** The changes in a workspace; no files where only a secret or a notice changed. */
export interface WorkspaceChange {
  /** Paths below the workspace, with `/`. */
  readonly files: readonly string[];
  /** Those among them that Gatehouse did not write itself. */
  readonly editedOutside: readonly string[];
}

/** The folders whose entries are followed, below the workspace: those of the formats and those around them. */
const followedFolders = new Set(
  Object.values(workspaceFormats).flatMap(({ folder }) => ['.', folder.split('/')[0] ?? '.', folder || '.']),
);

/** How the files of a workspace are read. */
export interface LoadOptions {
  readonly clearSecretsAre?: ClearSecretsAre;
  /** Name of the environment that is to be in force. */
  readonly environment?: string | null;
  /** How passwords are compared; absent: at the cost that is right for people. */
  readonly passwords?: PasswordHasher | undefined;
  /** Whose the stored secrets are; absent: every file may have every one, as where nothing is sent. */
  readonly grants?: SecretGrants | null;
}

/**
 * Reads what the manifest's folder defines and follows it: broken files are Problems, their last good versions and
 * all the rest are in force.
 */
export function loadWorkspace(
  opened: WorkspaceManifest,
  resolveSecret: ResolveSecret,
  {
    clearSecretsAre = 'notice',
    environment = null,
    passwords = createPasswordHasher(createSystemRandom()),
    grants = null,
  }: LoadOptions = {},
): Workspace {
  const { directory, id } = opened;
  const contents = createLiveContents(opened, {
    resolveSecret,
    clearSecretsAre,
    environment,
    passwords,
    grants,
  });
  const { manifest, environments, registered, secrets } = contents;
  const follower = createFollower(directory, contents);
  return {
    directory,
    id,
    registrations: registered.registrations,
    credentials: registered.credentials,
    get webhooks() {
      return registered.webhooks();
    },
    get targets() {
      return registered.targets();
    },
    get savedFlows() {
      return registered.savedFlows();
    },
    get signIns() {
      return registered.signIns();
    },
    get name() {
      return manifest.manifest().name;
    },
    get manifest() {
      return manifest.manifest();
    },
    get problems() {
      return [...follower.problems(), ...contents.problems()];
    },
    get revision() {
      return follower.revision();
    },
    get environment() {
      return environments.active()?.name ?? null;
    },
    get environments() {
      return environments.entries();
    },
    get variables() {
      return environments.active()?.value.variables ?? {};
    },
    get files() {
      return contents.files();
    },
    secretSource: secrets,
    secretsOf: secrets.of,
    readSecretOf: (file, value) => readSecretText(value, secrets.of(file)),
    readSecret: (value) => readSecretText(value, secrets.of(manifestFile)),
    setEnvironment(name) {
      contents.chooseEnvironment(name);
      follower.tell(nothingChanged);
    },
    rescan: follower.rescan,
    resolveSecretsAgain() {
      contents.resolveSecretsAgain();
      follower.tell(nothingChanged);
    },
    onChange: follower.onChange,
    watch: follower.watch,
    close: follower.close,
  };
}

/** Watches the files of a workspace and tells of changes. */
interface Follower extends Pick<Workspace, 'rescan' | 'onChange' | 'watch' | 'close'> {
  revision(): number;
  problems(): readonly Problem[];
  tell(change: WorkspaceChange): void;
}

function createFollower(directory: string, contents: LiveContents): Follower {
  const listeners = new Listeners<[change: WorkspaceChange]>();
  let fallback: readonly Problem[] = [];
  let gone: readonly Problem[] = [];
  let revision = 0;
  let watcher: { close(): void } | null = null;

  function tell(change: WorkspaceChange): void {
    revision += 1;
    listeners.tell(change);
  }

  function rescan(written: ReadonlySet<string> = nothingWritten): boolean {
    const wasGone = gone.length > 0;
    // Contents read before stay in force: a share that is cut off for a moment takes no client away.
    gone = exists(directory) ? [] : [vanished(directory)];
    if (gone.length > 0) {
      if (!wasGone) tell(nothingChanged);
      return true;
    }
    const { changed, isUnsettled } = contents.scan();
    if (changed.length > 0)
      tell({ files: changed, editedOutside: changed.filter((file) => !written.has(file)) });
    else if (wasGone) tell(nothingChanged);
    return isUnsettled;
  }

  return {
    revision: () => revision,
    problems: () => [...gone, ...fallback],
    tell,
    rescan,
    onChange: listeners.add,
    watch(watchFolder) {
      watcher ??= watchFolders({
        folders: [...followedFolders].map((folder) => join(directory, folder)),
        rescan: () => rescan(),
        onFallback(cause) {
          fallback = [unwatchable(cause)];
          tell(nothingChanged);
        },
        ...(watchFolder === undefined ? {} : { watchFolder }),
      });
    },
    close() {
      watcher?.close();
      listeners.clear();
    },
  };
}

const nothingWritten: ReadonlySet<string> = new Set();
const nothingChanged: WorkspaceChange = { files: [], editedOutside: [] };

function vanished(directory: string): Problem {
  return new GatehouseError(
    'workspace.missing',
    `The workspace folder ${directory} does not exist anymore.`,
    {
      fix: 'Restore the folder. Until then, the version read before stays in effect, and nothing can be saved.',
    },
  ).toProblem();
}

function unwatchable(cause: unknown): Problem {
  return new GatehouseError(
    'workspace.unwatchable',
    'The operating system cannot watch the workspace folder.',
    {
      fix: 'No action needed. Gatehouse checks the folder every 2 seconds instead.',
      cause,
    },
  ).toProblem('notice');
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
