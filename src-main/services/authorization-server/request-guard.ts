import type { ExchangeNotes, HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import {
  type Pipeline,
  type PipelineContext,
  type PipelineDefinition,
  Refusal,
  type RefusalOptions,
  runPipeline,
  traceOf,
} from '#main/platform/pipeline.ts';
import { allowingDetail, createServedNames, misdirected } from '#main/platform/served-names.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import { emptyForm, type Form } from '#shared/oauth/index.ts';
import { methodNotAllowed, ownAddress } from './responses.ts';
import type { Runtime } from './runtime.ts';

interface GuardRefusalOptions extends RefusalOptions {
  readonly response: HttpResponse;
}

/** A request that gets no further than the door. */
class GuardRefusal extends Refusal<GuardRefusalOptions> {
  override readonly name = 'DoorRefusal';

  constructor(options: GuardRefusalOptions) {
    super(options.detail ?? `rejected with ${options.response.status}`, options);
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
function createGuardContext(server: Runtime, endpoint: Endpoint, request: HttpRequest): GuardContext {
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

/** One path of the server. */
export interface Endpoint {
  readonly methods: readonly string[];
  /** True if scripts of other origins may read its answers. */
  readonly isOpenToScripts: boolean;
  /** The parameters of a request, from where they belong. */
  readonly read: (request: HttpRequest) => Form;
  readonly answer: (
    runtime: Runtime,
    request: HttpRequest,
    notes: ExchangeNotes,
    form: Form,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** Largest request body that is read, in bytes. */
export const bodyLimitBytes = 65_536;

/** Checks that every request must pass, whatever its endpoint. */
export const requestGuard: PipelineDefinition<GuardContext> = {
  id: 'door',
  steps: [
    { id: 'host-ours', rule: 'Request is for this server', clause: 'RFC 9110 §7.4', check: checkHost },
    {
      id: 'body-bounded',
      rule: 'Request body is within the size limit',
      clause: 'RFC 9110 §15.5.14',
      check: checkSize,
    },
    {
      id: 'method-allowed',
      rule: 'Method is allowed for this path',
      clause: 'RFC 9110 §15.5.6',
      check: checkMethod,
    },
    {
      id: 'address-configured',
      rule: 'Addresses in responses come from the configuration',
      clause: 'RFC 9700 §4.13',
      check: (context) => void (context.runtime = context.server),
    },
    {
      id: 'parameters-read',
      rule: 'Parameters are read from the right part of the request',
      clause: 'RFC 6749 §3.2',
      check: (context) => void (context.form = context.endpoint.read(context.request)),
    },
  ],
  effect: ({ failure }) =>
    failure === null ? 'The request is forwarded to its endpoint.' : 'Nothing was done.',
};

/**
 * Tests whether every step of the door would let a request pass: nearly all do, and this finds out at little cost.
 */
function isWelcome(server: Runtime, endpoint: Endpoint, request: HttpRequest): boolean {
  const { host } = request.headers;
  return (
    host !== undefined &&
    host === ownAddress(server.issuer()).host &&
    request.body.length <= bodyLimitBytes &&
    endpoint.methods.includes(request.method)
  );
}

/** A page on the web can give its own name the address of this machine: no request may name a host that is not ours. */
function checkHost({ request, server }: GuardContext): void {
  const { host } = request.headers;
  if (host === undefined) return;
  const issuer = server.issuer();
  const { bind, publicUrl, allowedHosts } = server.settings();
  const names = createServedNames({
    service: 'authorizationServer',
    bind,
    publicUrl: publicUrl ?? issuer,
    allowedHosts: () => allowedHosts,
  });
  if (names.serves(host)) return;
  throw new GuardRefusal({
    response: misdirected,
    detail: `The Host header specifies another server. ${allowingDetail('authorizationServer')}`,
    want: ownAddress(issuer).host,
    got: host,
  });
}

function checkSize({ request }: GuardContext): void {
  const { length } = request.body;
  if (length <= bodyLimitBytes) return;
  throw new GuardRefusal({
    response: plain(413, `The request body is larger than ${bodyLimitBytes} bytes.`),
    want: `${bodyLimitBytes} bytes`,
    got: `${length} bytes`,
  });
}

function checkMethod({ request, endpoint }: GuardContext): void {
  const { methods } = endpoint;
  if (methods.includes(request.method)) return;
  const allow = methods.join(', ');
  throw new GuardRefusal({ response: methodNotAllowed(allow), want: allow, got: request.method });
}

function plain(status: number, text: string): HttpResponse {
  const headers = ['Content-Type', 'text/plain;charset=UTF-8', 'Cache-Control', 'no-store'];
  return { status, headers, body: `${text}\n` };
}

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
