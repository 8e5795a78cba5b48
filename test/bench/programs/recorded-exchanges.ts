import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import type { HttpHandler } from '#main/platform/http.ts';
import {
  compilePipeline,
  type PipelineContext,
  runPipeline,
  type Step,
  traceOf,
} from '#main/platform/pipeline.ts';

const ruleCount = 12;
const answerBytes = 300;
const headers = ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'] as const;
const answerBody = 'a'.repeat(answerBytes);

const steps = Array.from(
  { length: ruleCount },
  (_, index): Step<PipelineContext> => ({
    id: `rule-${index}`,
    rule: `Rule number ${index} holds`,
    clause: 'RFC 6749 §3.2',
    check: () => {},
  }),
);
const pipeline = compilePipeline({ id: 'bench', steps, effect: () => 'Nothing was issued.' }, []);

/** A trace of twelve rules, as the services leave it: run now, put into words when it is asked for. */
function tracedRun(): ExchangeDraft['trace'] {
  const context: PipelineContext = { failedIndex: -1, skippedSteps: 0, failure: null };
  void runPipeline(pipeline, context);
  return () => traceOf(pipeline, context);
}

/** Answers 300 bytes at once, with a trace of twelve rules. */
export const answerTraced: HttpHandler = (_, notes) => {
  notes.trace = tracedRun();
  notes.tags.push('client:batch-job');
  return { status: 200, headers, body: answerBody };
};

const requestBytes = 200;
const requestBody = 'b'.repeat(requestBytes);
const sentBody = Buffer.from(requestBody);
const requestHeaders = Object.entries({
  Host: '127.0.0.1:9031',
  Authorization: 'Basic YmF0Y2gtam9iOmJhdGNoLWpvYi1zZWNyZXQ=',
  'Content-Type': 'application/x-www-form-urlencoded',
  'Content-Length': String(requestBytes),
}).flat();

/** A draft as the listener makes it of such an exchange. */
export function draftOfExchange(startedAtMillis: number): ExchangeDraft {
  return {
    side: 'server',
    service: 'authorizationServer',
    origin: 'http://127.0.0.1:9031',
    startedAtMillis,
    durationMicros: 50,
    clientPort: 40_000,
    method: 'POST',
    target: '/as/token.oauth2',
    requestHeaders,
    requestBody: sentBody,
    status: 200,
    reason: 'OK',
    responseHeaders: [...headers, 'Content-Length', String(answerBytes)],
    responseBody: answerBody,
    failure: null,
    tags: ['client:batch-job'],
    trace: tracedRun(),
    faults: [],
  };
}
