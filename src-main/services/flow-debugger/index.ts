export { createFlowService, type FlowService, flowRunKind } from './flow-service.ts';
export { inspectToken } from './token-inspector.ts';
