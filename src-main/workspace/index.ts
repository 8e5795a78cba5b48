export type { WorkspaceManifest } from './live-manifest.ts';
export { createRestartNotices } from './restart-notices.ts';
export { copySampleWorkspace } from './sample.ts';
export { saveEntity } from './save-entity.ts';
export { sealClearSecrets } from './seal-clear.ts';
export { openSecretStore, type SecretStore } from './secrets.ts';
export { loadWorkspace, openWorkspaceManifest, type Workspace } from './workspace.ts';
