import type { Problem } from '#shared/errors/index.ts';
import { type ServiceKey } from '#shared/exchange/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { VirtualClock } from '../platform/clock.ts';
import type { HostLink } from '../platform/host-link.ts';
import type { StartIsolate } from '../platform/isolates/index.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import type { Logger, Storage, WorkerFiles } from '../platform/ports.ts';
import type { SecretUse, WorkspaceManifest, WorkspaceOpening } from '../workspace/index.ts';

/** Everything that the services need of the machine and the host. */
export interface EnginePorts {
  /** The clock that services see; a tester moves it. */
  readonly clock: VirtualClock;
  /** The machine's own time. */
  readonly realClock: Clock;
  readonly random: Random;
  /** How passwords are hashed and compared; absent: at the cost that is right for people. */
  readonly passwords?: PasswordHasher;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly opened: WorkspaceManifest;
  /** How it came to be opened; absent: whoever composes has decided that it may do everything. */
  readonly opening?: WorkspaceOpening;
  /** Problems that the host found before the services were built. */
  readonly problems: readonly Problem[];
  readonly workers: WorkerFiles;
  /** Starts what reads files and runs scripts of others in a process of its own. */
  readonly startProcess: StartIsolate;
  /** Minutes that the machine's local time is ahead of UTC. */
  readonly zoneOffsetMinutes: () => number;
  readonly host: 'web' | 'electron';
  /** Keeps the key of the state and opens other workspaces; absent if the engine has no host. */
  readonly hostLink?: HostLink;
  /** Location of the state of this workspace. */
  readonly stateDirectory: string;
  /** Location of the data of this user, independent of the open workspace. */
  readonly userDirectory: string;
  /** The default location for new workspaces. */
  readonly workspacesDirectory: string;
  /** The sample that a new workspace can begin with. */
  readonly sampleWorkspace: string;
  readonly version: string;
  /**
   * Seals clear-text secrets of the workspace, at start and when a file is saved. False: they remain, with a
   * warning; absent: sealed only when saved.
   */
  readonly seal?: boolean;
  /** The environment for this run; null: none; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** Secrets of others that files may use from now on, a connector by its name. */
  readonly allowedSecrets?: readonly SecretUse[];
  /** The browser that runs may be watched in; absent: the first one that is installed, with a window. */
  readonly browser?: { readonly path: string | null; readonly isHeadless: boolean };
  /** Ports that replace those of the manifest, for example 0 for any. */
  readonly ports?: Partial<Record<ServiceKey, number>>;
}
