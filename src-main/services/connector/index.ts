export type { ManagementPorts } from './management/context.ts';
export { createManagement } from './management/management.ts';
export type {
  Connector,
  ConnectorPorts,
  KeystoreFile,
} from './ports.ts';
export { createConnector } from './runtime/connector.ts';
export type { NamedRecording } from './studio/recordings.ts';
export { type ConnectorStudio, createStudio } from './studio/studio.ts';
export { secretVariables } from './systems/secret-variables.ts';
export { createSystems, type SystemDocument, type Systems } from './systems/systems.ts';
