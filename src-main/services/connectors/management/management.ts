import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import { compilePipeline, type PipelineDefinition, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import type { ManagementContext, ManagementPorts } from './context.ts';
import { errorBody, type HostError, jsonResponse } from './host-error.ts';
import { managementSteps } from './steps.ts';

const definition: PipelineDefinition<ManagementContext> = {
  id: 'connector-management',
  steps: managementSteps,
  effect: ({ failure, answers, remarks }) => {
    const said = remarks.map((remark) => ` The answer may be incomplete: ${remark}.`).join('');
    return `${failure === null ? 'Answered' : 'Answered with an error'}; the remote answered ${answers} times.${said}`;
  },
};

/** The management interface of the connector host. Spec 2 §4 */
export function createManagement(ports: ManagementPorts): HttpHandler {
  const pipeline = compilePipeline(definition, []);
  return async (request, notes) => {
    const context: ManagementContext = {
      failedIndex: -1,
      skippedSteps: 0,
      failure: null,
      ports,
      request,
      call: { onResponse: () => void (context.answers += 1) },
      answers: 0,
      remarks: [],
      address: null,
      parameters: null,
      operation: null,
      system: null,
      connector: null,
      type: null,
      response: null,
    };
    notes.trace = () => traceOf(pipeline, context);
    await runPipeline(pipeline, context);
    if (context.system !== null) notes.tags.push(`system:${context.system.name}`);
    if (context.operation !== null) notes.tags.push(`operation:${context.operation.id}`);
    return context.failure === null && context.response !== null
      ? context.response
      : errorResponse(context.failure, context);
  };
}

function errorResponse(failure: HostError | null, { parameters }: ManagementContext): HttpResponse {
  const status = failure?.status ?? 500;
  const body = errorBody(status, failure?.message ?? 'Internal error', failure?.options.members);
  return jsonResponse(status, body, { isPretty: parameters?.isPretty ?? false });
}
