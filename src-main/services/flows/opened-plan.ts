import type { PlayTarget } from '#main/services/flow-player/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { type FlowScript, plainSend, type RequestTemplate } from '#shared/flows/index.ts';
import { type OpenedRequest, openRequest } from './opened-request.ts';
import type { RunPlan } from './run.ts';

/** Kind of a run that is a recorded request: no flow of a server. */
export const openedKind = 'request';

/** Where there is no server to ask: an opened request says by itself where it goes. */
export const noTarget: PlayTarget = {
  name: null,
  title: '',
  endpoints: {
    issuer: '',
    authorization: null,
    token: null,
    introspection: null,
    revocation: null,
    pushedAuthorization: null,
    registration: null,
    endSession: null,
    userinfo: null,
    jwks: null,
    metadata: '',
    resource: null,
  },
  clients: [],
  usernames: [],
  password: () => null,
  outgoing: null,
  operator: null,
  vendorUrn: '',
  codeLifetimeSeconds: 0,
  namesIssuer: false,
  hasResource: false,
};

/** The run for the opened request of an exchange, with its secrets. @throws exchange.not-replayable */
export function openExchange(
  exchange: Exchange,
  target: PlayTarget,
): { readonly plan: RunPlan; readonly target: PlayTarget; readonly given: OpenedRequest['given'] } {
  const { request, given } = openRequest(exchange);
  return { plan: openedPlan(exchange, request, target), target, given };
}

/** A run of one step. */
function openedPlan(
  { id, origin, request: { method, target: requestTarget } }: Exchange,
  request: RequestTemplate,
  target: PlayTarget,
): RunPlan {
  const step = plainSend({
    id: openedKind,
    from: 'client',
    to: origin === originOf(target.endpoints.token) ? 'as' : 'rs',
    request,
    reading: 'any',
  });
  const [path = ''] = requestTarget.split('?');
  const script: FlowScript = { title: `${method} ${path}`, parties: {}, steps: [step] };
  return {
    kind: openedKind,
    target: null,
    clientId: '',
    username: null,
    browser: 'unattended',
    mode: 'step',
    breakpoints: [],
    origin: { kind: 'exchange', name: id },
    script,
    original: script,
  };
}

function originOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).origin : null;
}
