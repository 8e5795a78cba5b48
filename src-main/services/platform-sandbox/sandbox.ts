import type { ExchangeNotes, HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { compilePipeline, type PipelineDefinition, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { sandboxRecordKinds } from '#main/platform/ports.ts';
import type { PlatformContext } from './context.ts';
import { PlatformError } from './failure.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { errorResponse, withTransaction } from './http/responses.ts';
import { createRouteTable } from './http/routing.ts';
import { platformSteps } from './http/steps.ts';
import type { PlatformSandboxPorts } from './ports.ts';
import { platformRoutes } from './routes/index.ts';
import { createHeldState } from './state/held-state.ts';
import { loadState } from './state/state.ts';

/** How much the sandbox holds. */
export interface PlatformStatus {
  readonly users: number;
  readonly consents: number;
  readonly activities: number;
}

/** A platform to rehearse on, as the listener and the engine see it. */
export interface PlatformSandbox {
  readonly handler: HttpHandler;
  /** Restores the changes; the first request does it too. */
  load(): Promise<void>;
  /** Drops everything from memory: the next request reads the stored state. */
  forget(): void;
  /** null before it was loaded. */
  status(): PlatformStatus | null;
  /** Starts again from the beginning; requests in the meantime wait for it. */
  reset(): Promise<void>;
}

const definition: PipelineDefinition<PlatformContext> = {
  id: 'platform',
  steps: platformSteps,
  effect: ({ failure, change }) => (failure === null ? (change ?? 'Nothing changed.') : 'Nothing changed.'),
};

/** Creates the platform sandbox. Spec 3 §4 */
export function createPlatformSandbox(ports: PlatformSandboxPorts): PlatformSandbox {
  const pipeline = compilePipeline(definition, []);
  const routes = createRouteTable(platformRoutes);
  const rateLimits = createRateLimits(ports.settings, ports.clock);
  const held = createHeldState(() => loadState(ports.records, ports.clock, () => ports.settings().users));

  async function respond(request: HttpRequest, notes: ExchangeNotes): Promise<HttpResponse> {
    const context: PlatformContext = {
      failedIndex: -1,
      skippedSteps: 0,
      failure: null,
      ports,
      state: held.current ?? (await held.load()),
      routes,
      rateLimits,
      request,
      notes,
      nowMillis: ports.clock.nowMillis(),
      transactionId: null,
      actor: null,
      match: null,
      body: {},
      operations: null,
      response: null,
      change: null,
    };
    notes.trace = () => traceOf(pipeline, context);
    return withTransaction(context, await responseOf(context));
  }

  async function responseOf(context: PlatformContext): Promise<HttpResponse> {
    try {
      await runPipeline(pipeline, context);
    } catch (error) {
      ports.logger.error('platform.failed', { path: context.request.path, error });
      return errorResponse(
        context,
        new PlatformError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred.'),
      );
    }
    if (context.failure !== null) return errorResponse(context, context.failure);
    if (context.response === null) throw new Error('The pipeline of the platform ended without a response');
    return context.response;
  }

  return {
    handler: respond,
    load: async () => void (await held.load()),
    forget: held.forget,
    status() {
      const state = held.current;
      if (state === null) return null;
      const { users, consents, activities } = state;
      return { users: users.count(), consents: consents.count, activities: activities.count };
    },
    reset: () => held.reread(() => ports.records.clear(Object.values(sandboxRecordKinds))),
  };
}
