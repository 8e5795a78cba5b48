export { createFlowService, type FlowService } from './flow-service.ts';
export { inspectToken } from './token-inspector.ts';
