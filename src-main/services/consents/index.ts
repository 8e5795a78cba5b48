export type { KnownTarget } from './imports/ports.ts';
export { ImportService } from './imports/service.ts';
export { createPlatformClient } from './platform-client/client.ts';
export { openTargetConnections } from './platform-client/send.ts';
export { createImportWorker } from './working/index.ts';
