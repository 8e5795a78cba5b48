import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type PipelineContext, Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import { emptyForm, type Form } from '#shared/oauth/index.ts';
import type { Runtime } from '../runtime.ts';
import type { Endpoint } from './endpoint.ts';

export interface GuardRefusalOptions extends RefusalOptions {
  readonly response: HttpResponse;
}

/** A request that gets no further than the door. */
export class GuardRefusal extends Refusal<GuardRefusalOptions> {
  override readonly name = 'DoorRefusal';

  constructor(options: GuardRefusalOptions) {
    super(options.detail ?? `refused with ${options.response.status}`, options);
  }
}

/** A request on its way to its endpoint. */
export interface GuardContext extends PipelineContext<GuardRefusal> {
  /** The server as it is. */
  readonly server: Runtime;
  readonly endpoint: Endpoint;
  request: HttpRequest;
  /** The server as the endpoint is to see it. */
  runtime: Runtime;
  form: Form;
}

/** Creates the context of a request. */
export function createGuardContext(server: Runtime, endpoint: Endpoint, request: HttpRequest): GuardContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    server,
    endpoint,
    request,
    runtime: server,
    form: emptyForm,
  };
}
