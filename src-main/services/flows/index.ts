export { walkControlled } from './controlled-walk.ts';
export { createDebuggerIssuer, debuggerIssuerName } from './debugger-issuer.ts';
export { FlowService } from './flow-service.ts';
export type { RunPlan } from './run.ts';
export { flowPictureKind, flowRunKind } from './run-registry.ts';
export { prepareFlow } from './setup.ts';
export { FlowResults, flowResultsKind } from './suites/flow-results.ts';
export { FlowSuites } from './suites/flow-suites.ts';
export {
  type RegisteredMembers,
  registerClient,
  type ServerClients,
  unregisterClient,
} from './targets/client-registration.ts';
export { askMetadata, discover } from './targets/discovery.ts';
export { assumedAuthentication, foreignTarget } from './targets/foreign.ts';
export { callbackPath, hostedTarget } from './targets/hosted.ts';
export type { SignInParts } from './targets/sign-in.ts';
export { untilTrue } from './until-true.ts';
