import type { CertificateAuthority } from '#main/platform/certificate-authority.ts';
import type { VirtualClock } from '#main/platform/clock.ts';
import type { FaultRegistry } from '#main/platform/faults.ts';
import type { HostLink } from '#main/platform/host-link.ts';
import type { Logger, Storage } from '#main/platform/ports.ts';
import type { Sealing } from '#main/platform/sealing.ts';
import type {
  ActivityLog,
  HarImport,
  Recorder,
  SendRecorded,
  StateUpkeep,
} from '#main/services/activity/index.ts';
import type { AttackService, ServerForm, TargetGuard } from '#main/services/attacks/index.ts';
import type { AuthorizationServer } from '#main/services/authorization-server/index.ts';
import type { ConnectorStudio } from '#main/services/connectors/index.ts';
import type { ImportService } from '#main/services/consents/index.ts';
import type { ContractService } from '#main/services/contract/index.ts';
import type { ControlledBrowsers } from '#main/services/controlled-browser/index.ts';
import type { DebuggerIssuer } from '#main/services/flow-player/index.ts';
import type { FlowResults, FlowService, FlowSuites, ServerClients } from '#main/services/flows/index.ts';
import type { Hosting } from '#main/services/hosting/index.ts';
import type { JobService } from '#main/services/jobs/index.ts';
import type { KeptSessions, SignInImports } from '#main/services/sign-ins/index.ts';
import type { ThrottleLab } from '#main/services/throttle/index.ts';
import type { TokenInspector } from '#main/services/tokens/index.ts';
import type { Webhooks } from '#main/services/webhooks/index.ts';
import type {
  Drafts,
  FileEditor,
  Interchange,
  SecretStore,
  UndoStore,
  Workspace,
  WorkspaceTrust,
} from '#main/workspace/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Variables } from '#shared/workspace/index.ts';

/** Ports of the machine and of the host behind the engine that the handlers need. */
interface MachinePorts {
  /** The clock that services see; a tester moves it. */
  readonly clock: VirtualClock;
  readonly realClock: Clock;
  readonly random: Random;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly host: 'web' | 'electron';
  readonly version: string;
  readonly hostLink?: HostLink;
  readonly userDirectory: string;
  readonly workspacesDirectory: string;
  readonly sampleWorkspace: string;
}

/** The linter of the contract, which is made when it is asked for. */
interface ContractAtHand {
  (): Promise<ContractService>;
  /** The linter, where it was made already. */
  made(): Promise<ContractService> | null;
  onChange(listener: () => void): () => void;
}

/** All that the API needs of an engine. The handlers of a domain take their slice of it. */
export interface ApiEngine {
  readonly ports: MachinePorts;
  readonly workspace: Workspace;
  readonly trust: WorkspaceTrust;
  readonly editor: FileEditor;
  readonly drafts: Drafts;
  readonly undo: UndoStore;
  readonly interchange: Interchange;
  readonly secrets: SecretStore;
  readonly sealing: Sealing;
  readonly recorder: Recorder;
  readonly activity: ActivityLog;
  readonly upkeep: StateUpkeep;
  readonly send: SendRecorded;
  readonly harImport: HarImport;
  readonly authority: CertificateAuthority;
  readonly faults: FaultRegistry;
  readonly hosting: Hosting;
  readonly jobs: JobService;
  readonly webhooks: Webhooks;
  readonly authorizationServer: AuthorizationServer;
  readonly flows: FlowService;
  readonly flowResults: FlowResults;
  readonly flowSuites: FlowSuites;
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
  readonly browsers: ControlledBrowsers;
  readonly attacks: AttackService;
  readonly attackGuard: TargetGuard;
  readonly serverForm: ServerForm;
  readonly serverClients: ServerClients;
  readonly signIns: {
    readonly sessions: KeptSessions | null;
    readonly forgetRefusals: (target: string, username: string) => void;
  };
  readonly signInImports: SignInImports;
  readonly throttleLab: () => Promise<ThrottleLab>;
  readonly tokenInspector: () => Promise<TokenInspector>;
  readonly connectors: () => Promise<{ readonly studio: ConnectorStudio; variables(): Variables }>;
  readonly imports: () => Promise<ImportService>;
  readonly contract: ContractAtHand;
  readonly startedAtMillis: number;
  problems(): readonly Problem[];
  forgetSecrets(): Promise<number>;
}

/** A part of an engine, by its name. */
export type EnginePart = keyof ApiEngine;

/** The parts of an engine that a domain works with. */
export type Slice<Part extends EnginePart> = Pick<ApiEngine, Part>;
