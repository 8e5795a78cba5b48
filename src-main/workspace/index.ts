export { createClientFindings } from './client-findings.ts';
export { describeFile } from './describe-file.ts';
export { createDrafts, type Drafts, draftKind } from './drafts.ts';
export { withListItem, withoutListItem } from './edit-list.ts';
export { rememberEnvironment, rememberedEnvironment } from './environment-choice.ts';
export { exportDocument } from './export-document.ts';
export { createFileEditor, type FileEditor } from './file-editor.ts';
export { createInterchange, type Interchange } from './interchange.ts';
export { packProduct } from './interchange-export.ts';
export type { PlannedEntity } from './interchange-plan.ts';
export { readDroppedFiles, readProductPath } from './interchange-source.ts';
export { locate, parseJsonDocument, schemaProblems } from './json-file.ts';
export { removeLeftovers } from './leftovers.ts';
export type { WorkspaceManifest } from './live-manifest.ts';
export { copyWorkspaceFiles, createWorkspace, requireEmptyFolder } from './new-workspace.ts';
export { openWorkspaceManifest } from './open-manifest.ts';
export { createOwnAttacks, type FoundAttacks, findAttacks } from './own-attacks.ts';
export { readPreferences, writePreferences } from './preferences.ts';
export { forgetRecentWorkspace, noteRecentWorkspace, recentWorkspaces } from './recent.ts';
export {
  type RegistrationFile,
  readRegistrations,
  writeRegistration,
} from './registration-files.ts';
export { createRestartNotices } from './restart-notices.ts';
export { copySampleWorkspace } from './sample.ts';
export { saveEntity } from './save-entity.ts';
export { sealClearSecrets } from './seal-clear.ts';
export type { SecretUse } from './secret-grants.ts';
export {
  answerUses,
  followOwners,
  namedConsumer,
  settleOwners,
  storeSecret,
  waitingUses,
} from './secret-owners.ts';
export { notAllowed } from './secret-problems.ts';
export { type FileSecrets, neededSecret, readSecretText } from './secret-reading.ts';
export { listSecrets } from './secret-usage.ts';
export { openSecretStore, type SecretStore } from './secrets.ts';
export { lastSession, rememberSession } from './session.ts';
export { setSettings, settingsInForce } from './settings.ts';
export {
  filledTemplate,
  findTemplate,
  type InstalledTemplate,
  readTemplates,
  writeFilled,
} from './templates.ts';
export {
  revokeTrust,
  type TrustDecision,
  trustDecisions,
  type WorkspaceOpening,
} from './trust/decisions.ts';
export { noteOwnWorkspace } from './trust/own-workspace.ts';
export { createWorkspaceTrust, type WorkspaceTrust } from './trust/workspace-trust.ts';
export { createUndoStore, type UndoStore } from './undo.ts';
export { readWorkspaceZip, unpackWorkspace } from './unpack-workspace.ts';
export { readUserFile, writeUserFile } from './user-file.ts';
export { loadWorkspace, type Workspace } from './workspace.ts';
export { isReadOnly, textNow, versionOf } from './workspace-file.ts';
export { packWorkspace } from './zip.ts';
