import { activityContract, stateContract } from './activity.ts';
import { appContract, clockContract, servicesContract } from './app.ts';
import { attacksContract } from './attacks.ts';
import { connectorsContract } from './connectors.ts';
import { importsContract } from './consents.ts';
import { contractHistoryContract } from './contract.ts';
import { dynamicClientsContract } from './dynamic-clients.ts';
import { exchangesContract } from './exchanges.ts';
import { faultsContract } from './faults.ts';
import { firstTasksContract } from './first-tasks.ts';
import { flowTestsContract } from './flow-tests.ts';
import { flowsContract } from './flows.ts';
import { homeContract } from './home.ts';
import { identityContract } from './identity.ts';
import { installationContract, sealingContract, trustContract } from './installation.ts';
import { interchangeContract } from './interchange.ts';
import { jobsContract } from './jobs.ts';
import {
  accountsContract,
  consentsContract,
  liveTokensContract,
  signingKeysContract,
} from './live-tokens.ts';
import { secretsContract } from './secrets.ts';
import { signInsContract } from './sign-ins.ts';
import { streamsContract } from './streams.ts';
import { templatesContract } from './templates.ts';
import { throttleContract } from './throttle.ts';
import { tokensContract } from './tokens.ts';
import { webhooksContract } from './webhooks.ts';
import { draftsContract, sessionContract, workspaceContract } from './workspace.ts';
import { workspaceTrustContract } from './workspace-trust.ts';

/** All that engine and renderer know of each other. */
export const contract = {
  app: appContract,
  services: servicesContract,
  clock: clockContract,
  faults: faultsContract,
  firstTasks: firstTasksContract,
  home: homeContract,
  identity: identityContract,
  dynamicClients: dynamicClientsContract,
  liveTokens: liveTokensContract,
  consents: consentsContract,
  accounts: accountsContract,
  signingKeys: signingKeysContract,
  exchanges: exchangesContract,
  attacks: attacksContract,
  flows: flowsContract,
  flowTests: flowTestsContract,
  templates: templatesContract,
  throttle: throttleContract,
  connectors: connectorsContract,
  contractHistory: contractHistoryContract,
  imports: importsContract,
  interchange: interchangeContract,
  tokens: tokensContract,
  jobs: jobsContract,
  secrets: secretsContract,
  signIns: signInsContract,
  streams: streamsContract,
  activity: activityContract,
  state: stateContract,
  workspace: workspaceContract,
  workspaceTrust: workspaceTrustContract,
  drafts: draftsContract,
  session: sessionContract,
  installation: installationContract,
  sealing: sealingContract,
  trust: trustContract,
  webhooks: webhooksContract,
};

export type Contract = typeof contract;
export type { Draft, DraftEdit } from '../drafts/draft.ts';
export type { Preferences } from '../workspace/preferences.ts';
export type {
  ActivityRow,
  FacetCounts,
  FacetFilters,
  PurgeKind,
  Retention,
  SavedFilter,
  StateUsage,
  Timeline,
} from './activity.ts';
export type { AppStatus, ClockStatus, ServiceStatus } from './app.ts';
export type {
  AttackFormat,
  AttackGroup,
  AttackRun,
  AttackStart,
  AttackStartInput,
  AttackTargetView,
} from './attacks.ts';
export type { ConnectorRunInput, ConnectorSystem, VerifiedRecording } from './connectors.ts';
export type {
  ImportCounts,
  ImportDryRun,
  ImportProgress,
  ImportReport,
  ImportState,
  ImportStep,
  ImportTarget,
  ImportTemplate,
  ImportView,
} from './consents.ts';
export type { ContractRule, ContractSource, ContractState } from './contract.ts';
export type { DynamicClient, InitialTokenView } from './dynamic-clients.ts';
export type {
  DiffLine,
  DiffSegment,
  ExchangeSummary,
  ExchangeView,
  ViewField,
  ViewMessage,
} from './exchanges.ts';
export type { FaultEffect, FaultRule } from './faults.ts';
export type {
  FlowBrowser,
  FlowRun,
  FlowStep,
  FlowValue,
  HoldPhase,
  Lane,
} from './flow-run.ts';
export type { FlowHistory, FlowResult } from './flow-tests.ts';
export type {
  FlowBreakpoint,
  FlowKind,
  FlowRequest,
  FlowStart,
  FlowStartInput,
  FlowTarget,
  FoundServer,
  RegisterClient,
  RegisteredClient,
  TestedServer,
  Unregistered,
} from './flows.ts';
export type { RecentWork } from './home.ts';
export type {
  CertificateView,
  ClientSummary,
  HeldSecret,
  Registration,
  RegistrationKind,
  UserSummary,
} from './identity.ts';
export type { KeyPlaceName, RecentWorkspace } from './installation.ts';
export type { ProductEntity, ProductPreview } from './interchange.ts';
export type { Job } from './jobs.ts';
export type {
  Account,
  ConsentRow,
  LiveTokenParent,
  LiveTokenRow,
  RevocationTarget,
  SigningKeyView,
} from './live-tokens.ts';
export type {
  SamlAssertion,
  SamlBuild,
  SamlBuilt,
  SamlNode,
  SamlReport,
  SamlShape,
  SamlSignature,
  SamlVerdict,
} from './saml-tokens.ts';
export type { ForeignUse, Secret } from './secrets.ts';
export type { TemplateSummary } from './templates.ts';
export type {
  CheckedRoute,
  DesignedTraffic,
  ImportedLog,
  LiveFilter,
  LiveResponse,
  LiveRun,
  LogImportPreview,
  LogImportState,
  SimulationRun,
  SimulationStart,
  SimulationStartInput,
  ThrottleRoute,
  TracedTraffic,
  TraceFormat,
} from './throttle.ts';
export type {
  TokenAsk,
  TokenDecryptionKey,
  TokenForge,
  TokenForged,
  TokenKey,
  TokenKeySource,
  TokenRemark,
  TokenReport,
  TokenResponse,
  TokenSigning,
  TokenSource,
  TokenVerification,
} from './tokens.ts';
export type { WebhookStatus } from './webhooks.ts';
export type {
  FileConflict,
  OpenedFile,
  Session,
  SessionPane,
  SessionTab,
  WorkspaceFile,
} from './workspace.ts';
export type { TrustedFolder, TrustStatus } from './workspace-trust.ts';
