import type { Problem } from '#shared/errors/index.ts';
import { type ServiceKey } from '#shared/exchange/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { type CertificateAuthority } from '../platform/certificate-authority.ts';
import type { VirtualClock } from '../platform/clock.ts';
import { type FaultRegistry } from '../platform/faults.ts';
import type { HostLink } from '../platform/host-link.ts';
import type { Logger, Storage, WorkerFiles } from '../platform/ports.ts';
import { type Sealing } from '../platform/sealing.ts';
import {
  type ActivityLog,
  type HarImport,
  type Recorder,
  type SendRecorded,
  type StateUpkeep,
} from '../services/activity/index.ts';
import { type AttackService } from '../services/attack-catalogue/index.ts';
import { type AuthorizationServer } from '../services/authorization-server/index.ts';
import type { ImportService } from '../services/consent/index.ts';
import type { ControlledBrowsers } from '../services/controlled-browser/index.ts';
import { type FlowService } from '../services/flow-debugger/index.ts';
import type { DebuggerIssuer } from '../services/flow-player/index.ts';
import type { Gateway } from '../services/gateway/index.ts';
import { type Hosting } from '../services/hosting/index.ts';
import { type JobService } from '../services/jobs/index.ts';
import { type Outbox } from '../services/outbox/index.ts';
import type { PlatformSandbox } from '../services/platform-sandbox/index.ts';
import type { ThrottleLab } from '../services/throttle-lab/index.ts';
import type { TokenInspector } from '../services/token-inspector/index.ts';
import { type Webhooks } from '../services/webhooks/index.ts';
import {
  type Drafts,
  type FileEditor,
  type Interchange,
  type SecretStore,
  type UndoStore,
  type Workspace,
  type WorkspaceManifest,
} from '../workspace/index.ts';
import { type TargetGuard } from './attacks.ts';
import type { ConnectorHost } from './connectors.ts';
import type { LazyContract } from './deferred.ts';

/** Everything that the services need of the machine and the host. */
export interface EnginePorts {
  /** The clock that services see; a tester moves it. */
  readonly clock: VirtualClock;
  /** The machine's own time. */
  readonly realClock: Clock;
  readonly random: Random;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly opened: WorkspaceManifest;
  /** Problems that came up before the services were built (a state that was moved aside). */
  readonly problems: readonly Problem[];
  readonly workers: WorkerFiles;
  /** Minutes that the machine's local time is ahead of UTC. */
  readonly zoneOffsetMinutes: () => number;
  readonly host: 'web' | 'electron';
  /** Keeps the key of the state and opens other workspaces; absent where no host stands behind the engine. */
  readonly hostLink?: HostLink;
  /** Where the state of this workspace lies. */
  readonly stateDirectory: string;
  /** Where lies what is this user's, whichever workspace is open. */
  readonly userDirectory: string;
  /** Where new workspaces are proposed to lie. */
  readonly workspacesDirectory: string;
  /** The sample that a new workspace can begin with. */
  readonly sampleWorkspace: string;
  readonly version: string;
  /** Seals secrets that stand in clear in the workspace, at start and when a file is saved. False: they are left, and warned about; absent: sealed when saved only. */
  readonly seal?: boolean;
  /** The environment for this run; null: none; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** The browser that runs may be watched in; absent: the first one that is installed, with a window. */
  readonly browser?: { readonly path: string | null; readonly isHeadless: boolean };
  /** Ports that replace those of the manifest, for example 0 for any. */
  readonly ports?: Partial<Record<ServiceKey, number>>;
}

/** The services of one workspace, built and joined. */
export interface Engine {
  readonly ports: EnginePorts;
  readonly workspace: Workspace;
  readonly editor: FileEditor;
  readonly drafts: Drafts;
  readonly undo: UndoStore;
  readonly interchange: Interchange;
  readonly recorder: Recorder;
  readonly activity: ActivityLog;
  readonly upkeep: StateUpkeep;
  readonly send: SendRecorded;
  /** The workspace's own CA, whose root clients are told to trust. */
  readonly authority: CertificateAuthority;
  readonly faults: FaultRegistry;
  readonly hosting: Hosting;
  readonly jobs: JobService;
  readonly outbox: Outbox;
  readonly secrets: SecretStore;
  readonly flows: FlowService;
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
  readonly browsers: ControlledBrowsers;
  readonly attacks: AttackService;
  readonly attackGuard: TargetGuard;
  readonly authorizationServer: AuthorizationServer;
  readonly gateway: Gateway;
  /** Loaded when it is asked for the first time. */
  readonly throttleLab: () => Promise<ThrottleLab>;
  /** Loaded when it is asked for the first time. */
  readonly tokenInspector: () => Promise<TokenInspector>;
  readonly webhooks: Webhooks;
  /** Loaded when it is asked for the first time, or soon after the start. */
  readonly connectors: () => Promise<ConnectorHost>;
  /** Loaded when it is asked for the first time. */
  readonly platform: () => Promise<PlatformSandbox>;
  /** Loaded when it is asked for the first time. */
  readonly imports: () => Promise<ImportService>;
  /** Loaded when it is asked for the first time, or soon after the start. */
  readonly contract: LazyContract;
  readonly harImport: HarImport;
  readonly startedAtMillis: number;
  problems(): readonly Problem[];
  readonly sealing: Sealing;
  /** Drops what was sealed under a key that is lost: the way out of `secret.key-lost`. */
  forgetSecrets(): Promise<number>;
  /** Starts the named services, or all that this version hosts. */
  start(keys?: readonly ServiceKey[]): Promise<void>;
  /** Ends everything in order; what was committed is on disk. */
  stop(): Promise<void>;
}
