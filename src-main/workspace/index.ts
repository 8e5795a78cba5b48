export { copySampleWorkspace } from './sample.ts';
export { openSecretStore, type SecretStore } from './secrets.ts';
export { loadWorkspace, openWorkspaceManifest, type Workspace, type WorkspaceManifest } from './workspace.ts';
