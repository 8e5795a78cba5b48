import type { HttpResponse } from '#main/platform/http.ts';
import { createPipeline, type Pipeline, type PipelineDefinition } from '#main/platform/pipeline.ts';
import { clientPage } from '#main/services/sample-upstreams/index.ts';
import { type ClientContext, required } from '../context.ts';
import { clientCookie } from '../sessions.ts';
import { handleStart, leadTo } from '../start.ts';
import { callPipeline } from './call.ts';
import { type ConnectContext, createConnectContext, needsSignIn } from './context.ts';
import { resourceSteps } from './resource.ts';
import { serverSteps } from './server.ts';
import { signInSteps } from './sign-in.ts';
import { connectWeaknesses } from './weaknesses.ts';

/** A browser connects to a resource as an MCP client does: from its address alone. RFC 9728, MCP 2026-07-28 */
const connectPipeline: PipelineDefinition<ConnectContext> = {
  id: 'client.connect',
  steps: [...resourceSteps, ...serverSteps, ...signInSteps],
  effect: ({ failure, serverMetadata }) =>
    failure === null
      ? `The resource is connected through ${required(serverMetadata).issuer}.`
      : 'No connection was made.',
};

type Run = (
  pipeline: Pipeline<ConnectContext>,
  context: ConnectContext,
  answer: (context: ConnectContext) => HttpResponse,
) => Promise<HttpResponse>;

/** The pages by which the application connects to a resource and uses it. */
export interface ConnectPages {
  connect(context: ClientContext, run: Run): Promise<HttpResponse>;
  call(context: ClientContext, run: Run): Promise<HttpResponse>;
}

/** Readies the pages. */
export function createConnectPages(switchedOn: () => readonly string[]): ConnectPages {
  const connect = createPipeline(connectPipeline, connectWeaknesses, switchedOn);
  const call = createPipeline(callPipeline, connectWeaknesses, switchedOn);
  return {
    connect: (context, run) => run(connect(), createConnectContext(context), onward),
    call: (context, run) => run(call(), createConnectContext(context), onward),
  };
}

function onward(context: ConnectContext): HttpResponse {
  if (needsSignIn(context)) return handleStart(context);
  const { status, session, request } = context;
  if (status === null) return leadTo('/client/call', clientCookie(required(session), request.origin));
  return clientPage(200, 'Connected to the resource', `The resource responded with status ${status}.`);
}
