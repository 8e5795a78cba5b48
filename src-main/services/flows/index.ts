export { walkControlled } from './controlled-walk.ts';
export { createDebuggerIssuer, debuggerIssuerName } from './debugger-issuer.ts';
export { FlowService } from './flow-service.ts';
export type { RunPlan } from './run.ts';
export { flowRunKind } from './run-registry.ts';
export { prepareFlow } from './setup.ts';
export { askMetadata, discover } from './targets/discovery.ts';
export { assumedAuthentication, foreignTarget } from './targets/foreign.ts';
export { hostedTarget } from './targets/hosted.ts';
