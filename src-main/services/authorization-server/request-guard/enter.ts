import type { ExchangeNotes, HttpHandler } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import type { Runtime } from '../runtime.ts';
import { createGuardContext, type GuardContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { isWelcome } from './steps.ts';

/** Leads requests through the door to an endpoint. */
export function enter(runtime: Runtime, door: () => Pipeline<GuardContext>, endpoint: Endpoint): HttpHandler {
  let known: Pipeline<GuardContext> | null = null;
  let isWeak = false;
  return (request, notes) => {
    const pipeline = door();
    if (pipeline !== known) {
      known = pipeline;
      isWeak = pipeline.steps.some(({ weakness }) => weakness !== null);
    }
    // Measured: the steps one by one cost a sixth of a whole introspection.
    if (!isWeak && isWelcome(runtime, endpoint, request))
      return endpoint.answer(runtime, request, notes, endpoint.read(request));
    const context = createGuardContext(runtime, endpoint, request);
    pass(pipeline, context, notes);
    if (context.failure !== null) return context.failure.options.response;
    const answer = endpoint.answer(context.runtime, context.request, notes, context.form);
    if (isWeak) putBefore(notes, pipeline, context);
    return answer;
  };
}

/** A refused request gets the rules of the door in its trace. */
function pass(pipeline: Pipeline<GuardContext>, context: GuardContext, notes: ExchangeNotes): void {
  try {
    // None of its steps takes time.
    void runPipeline(pipeline, context);
  } finally {
    if (context.failedIndex !== -1) notes.trace = () => traceOf(pipeline, context);
  }
}

/**
 * The rules of the entrance apply to every request alike: they appear in a trace only if one of them has a
 * weakness.
 */
function putBefore(notes: ExchangeNotes, pipeline: Pipeline<GuardContext>, context: GuardContext): void {
  const { trace: inner } = notes;
  notes.trace = (): DecisionTrace => {
    const outer = traceOf(pipeline, context);
    const within = inner?.();
    return within === undefined ? outer : { ...within, rules: [...outer.rules, ...within.rules] };
  };
}
