export { readKeystore } from './keystore/read-keystore.ts';
export type { ManagementPorts } from './management/context.ts';
export { createManagement } from './management/management.ts';
export type {
  Connector,
  ConnectorPorts,
  DocumentSecrets,
} from './ports.ts';
export { readScript } from './read-inside.ts';
export { createConnector } from './runtime/connector.ts';
export { namedRecordings } from './studio/recordings.ts';
export { type ConnectorStudio, createStudio } from './studio/studio.ts';
export { createSystems, type SystemDocument, type Systems } from './systems/systems.ts';
