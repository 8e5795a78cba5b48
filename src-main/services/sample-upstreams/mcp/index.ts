import { createDpopState } from '#main/platform/dpop/index.ts';
import type { HttpHandler } from '#main/platform/http.ts';
import { createPipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import type { ResourceServerPorts } from '../resource/context.ts';
import { resourceNonce } from '../resource/dpop.ts';
import { refusalResponse } from '../resource/refusal.ts';
import { createValidationCache } from '../resource/validation-cache.ts';
import { createMcpContext, type McpState } from './context.ts';
import { PlacedOrders } from './placed-orders.ts';
import { mcpPipeline } from './steps.ts';
import { answerMcp } from './tools.ts';
import { mcpWeaknesses } from './weaknesses.ts';

/**
 * An MCP server with a tool that reads and one that writes: takes tokens for itself alone, and names the scopes that a
 * call needs. MCP 2026-07-28
 */
export function createMcpServer(ports: ResourceServerPorts): HttpHandler {
  const state: McpState = {
    cache: createValidationCache(),
    proofs: createDpopState(),
    placed: new PlacedOrders(ports.random),
  };
  const pipelineInForce = createPipeline(mcpPipeline, mcpWeaknesses, () => ports.settings().weaknesses);
  return async (request, notes) => {
    const pipeline = pipelineInForce();
    const context = createMcpContext(ports, state, request, notes);
    notes.trace = () => traceOf(pipeline, context);
    await runPipeline(pipeline, context);
    const { failure } = context;
    const response = failure === null ? await answerMcp(context) : refusalResponse(failure, context);
    return { ...response, headers: [...response.headers, ...resourceNonce(context)] };
  };
}
