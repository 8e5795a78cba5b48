export { callbackChecks } from './callback.ts';
export { type CheckResult, type ClientCheck, makeChecks } from './check.ts';
export { idTokenChecks } from './id-token.ts';
export type { IdTokenSeen } from './id-token-seen.ts';
export { metadataChecks } from './metadata.ts';
export {
  challengeChecks,
  resourceMetadataChecks,
  type ServerMetadataSeen,
  serverMetadataChecks,
  stepUpChecks,
} from './protected-resource.ts';
export { refreshedIdTokenChecks } from './refreshed-id-token.ts';
export { signedResponseChecks } from './signed-response.ts';
export { tokenResponseChecks } from './token-response.ts';
export { userinfoChecks } from './userinfo.ts';
