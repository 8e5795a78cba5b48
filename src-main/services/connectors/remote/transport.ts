import { createClientPools, sendOverPool, type WireResponse } from '#main/platform/client-request.ts';
import type { Route } from '#main/platform/outgoing.ts';
import { proxyRefused } from '#main/platform/outgoing-connection.ts';
import type { StopSignal } from '#main/platform/timers.ts';
import type { ConnectorProperties, RemoteResponse } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorPorts, ReadProperty } from '../ports.ts';
import { toConnectorFailure } from './failures.ts';
import { createMasking, type Masking } from './masking.ts';
import {
  acceptedCodings,
  type Fields,
  flatFields,
  mergeFields,
  parseJson,
  readResponse,
  unpack,
} from './message.ts';
import { createOutboundRoutes, createRequestRecord, nextAddress, sentAgain } from './routing.ts';
import { type DraftStep, newStep, shownRequest, shownResponse } from './steps.ts';
import type { SentRequest, WireRequest } from './wire-request.ts';

export interface Transport {
  /**
   * Sends a request, records it and reads the answer, whatever its status. null: nothing was sent, in a dry run, or
   * because a recording has no such request for a token.
   * @throws ConnectorFailure with the step
   */
  send(request: WireRequest, call: Call): Promise<SentRequest | null>;
  /** Lets requests that are under way end, for a while, and cuts the connections. */
  close(): Promise<void>;
}

/** How the sending of a request ended. */
type Outcome =
  | { readonly answer: WireResponse; readonly response: RemoteResponse }
  | { readonly failure: ConnectorFailure };

/** A server, and the fields that it is always sent. */
interface Server {
  readonly url: URL;
  readonly standing: Fields;
}

/** Redirects can lead to any number of them. */
const maxServers = 64;
const neverStopped: StopSignal = new AbortController().signal;

/** Makes the transport of a connector; nothing connects before the first request. */
export function createTransport(
  properties: ConnectorProperties,
  ports: ConnectorPorts,
  secret: ReadProperty,
): Transport {
  const findRoute = createOutboundRoutes(properties, ports, secret);
  const pools = createClientPools({
    maxConnections: properties.maximumConnections,
    timeoutSeconds: properties.connectionTimeout,
  });
  const hasOwnProxy = (properties.httpProxyHost ?? '') !== '';

  const serverOf = createServers(properties.disableHttpCompression);

  const fieldsOf = createFields(properties, ports, serverOf);
  const recordRequest = createRequestRecord(ports);

  async function overWire(request: WireRequest, headers: Fields, signal: StopSignal): Promise<Outcome> {
    const { origin, isTrusted } = request.address;
    try {
      const outboundRoute = await findRoute(serverOf(origin).url, isTrusted);
      const found = pools.of(origin, outboundRoute);
      const pool = found instanceof Promise ? await found : found;
      const packed = await sendOverPool(pool, origin, wireOptions(request, headers, outboundRoute), signal);
      if (packed.status === 407 && outboundRoute.proxy !== null)
        throw proxyRefused(outboundRoute.proxy, origin, '407');
      const unpacked = unpack(packed.body, packed.headers);
      const body = unpacked instanceof Promise ? await unpacked : unpacked;
      const answer = body === packed.body ? packed : { ...packed, body };
      return { answer, response: readResponse(answer.status, answer.headers, answer.body) };
    } catch (error) {
      return { failure: toConnectorFailure(error, hasOwnProxy) };
    }
  }

  /** Sends a request and follows redirects, in one function: every extra promise slows down each operation. */
  async function send(request: WireRequest, call: Call, redirects = 0): Promise<SentRequest | null> {
    const headers = fieldsOf(request);
    if (call.replay !== undefined) {
      const sent = replayed(request, headers, call);
      return sent === null ? null : followed(request, sent, call, redirects);
    }
    if (call.isDryRun === true) {
      call.steps?.push(stepOf(request, headers, null));
      return null;
    }
    const startedMillis = performance.now();
    const startedAtMillis = ports.clock.nowMillis();
    const outcome = await overWire(request, headers, call.signal ?? neverStopped);
    const tookMillis = performance.now() - startedMillis;
    // A request that cannot be sent with this configuration is no exchange.
    const isSent = !('failure' in outcome && outcome.failure.type === 'CONFIGURATION');
    const ending = {
      answer: 'answer' in outcome ? outcome.answer : null,
      failure: 'failure' in outcome ? outcome.failure.message : null,
      startedAtMillis,
      tookMillis,
    };
    const exchangeId = isSent ? recordRequest(request, headers, ending) : null;
    const step = lazily(() => ({
      ...stepOf(request, headers, outcome),
      durationMillis: tookMillis,
      exchangeId,
    }));
    call.steps?.push(step());
    if ('failure' in outcome) throw outcome.failure.at(step());
    const { response } = outcome;
    const masked = (text: string) => maskingOf(request).body(text);
    return followed(request, { response, step, masked }, call, redirects);
  }

  function followed(
    request: WireRequest,
    sent: SentRequest,
    call: Call,
    redirects: number,
  ): SentRequest | Promise<SentRequest | null> {
    const next = nextAddress(request, sent.response, redirects);
    if (next === null) return sent;
    if (next instanceof ConnectorFailure) throw next.at(sent.step());
    return send(sentAgain(request, next), call, redirects + 1);
  }

  return {
    send: (request, call) => send(request, call),
    close: () => pools.close(),
  };
}

/** Makes what joins the fields of a request with those that the transport adds. */
function createFields(
  { userAgent }: ConnectorProperties,
  ports: Pick<ConnectorPorts, 'userAgent'>,
  serverOf: (origin: string) => Server,
): (request: WireRequest) => Fields {
  let before: {
    readonly origin: string;
    readonly own: Fields;
    readonly agent: string;
    readonly fields: Fields;
  } | null = null;
  return ({ address: { origin }, headers: own }) => {
    const agent = userAgent ?? ports.userAgent();
    // The fields of the request before are most of the time those of this one.
    if (before === null || before.own !== own || before.origin !== origin || before.agent !== agent) {
      const fields = mergeFields(serverOf(origin).standing, [['User-Agent', agent]], own);
      before = { origin, own, agent, fields };
    }
    return before.fields;
  };
}

/** Creates the data shared by all requests to a server, kept by its origin. */
function createServers(isPlain: boolean): (origin: string) => Server {
  const servers = new Map<string, Server>();
  const standing: Fields = [
    ['Accept', 'application/json'],
    ...(isPlain ? [] : ([['Accept-Encoding', acceptedCodings]] as const)),
  ];
  return (origin) => {
    const known = servers.get(origin);
    if (known !== undefined) return known;
    const url = new URL(origin);
    const made = { url, standing: [['Host', url.host] as const, ...standing] };
    if (servers.size >= maxServers) servers.clear();
    servers.set(origin, made);
    return made;
  };
}

function wireOptions({ address, method, body }: WireRequest, headers: Fields, { proxy }: Route) {
  // A proxy receives the whole URL; through a tunnel it never sees the request. RFC 9112 §3.2.2
  const isAbsolute = proxy !== null && address.origin.startsWith('http:');
  const flat = flatFields(headers);
  return {
    path: isAbsolute ? `${address.origin}${address.target}` : address.target,
    method,
    headers:
      isAbsolute && proxy.authorization !== null
        ? [...flat, 'Proxy-Authorization', proxy.authorization]
        : flat,
    body,
  };
}

function maskingOf({ purpose, secrets }: WireRequest): Masking {
  return createMasking(secrets, purpose.kind === 'token');
}

function stepOf(request: WireRequest, headers: Fields, outcome: Outcome | null): DraftStep {
  const { method, address, body, purpose, notes } = request;
  const masking = maskingOf(request);
  const url = `${address.origin}${address.target}`;
  const step = newStep(purpose, shownRequest({ method, url, headers, body }, masking), notes);
  if (outcome !== null && 'answer' in outcome)
    step.response = shownResponse(outcome.answer, outcome.response.text, masking);
  return step;
}

function replayed(request: WireRequest, headers: Fields, call: Call): SentRequest | null {
  const step = stepOf(request, headers, null);
  const answer = call.replay?.answer(step.request, step.purpose) ?? null;
  if (answer === null && step.purpose.kind === 'token') return null;
  call.steps?.push(step);
  if (answer === null)
    throw new ConnectorFailure(
      'OTHER',
      `The recording has no response for ${step.request.method} ${step.request.url}.`,
      {
        fix: 'If the current request is correct, record the run again.',
      },
    ).at(step);
  step.response = answer;
  return {
    response: {
      status: answer.status,
      headers: answer.headers,
      text: answer.body,
      json: parseJson(answer.body),
    },
    step: () => step,
    masked: (text) => maskingOf(request).body(text),
  };
}

function lazily(make: () => DraftStep): () => DraftStep {
  let made: DraftStep | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
