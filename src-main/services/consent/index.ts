export type { KnownTarget } from './imports/ports.ts';
export { ImportService } from './imports/service.ts';
export { createPlatformClient } from './target/client.ts';
export { openTargetConnections } from './target/send.ts';
export { createImportWorker } from './working/index.ts';
