import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import {
  createPipeline,
  type Pipeline,
  type PipelineDefinition,
  runPipeline,
  traceOf,
} from '#main/platform/pipeline.ts';
import { clientPage } from '#main/services/sample-upstreams/index.ts';
import { assertNever } from '#shared/errors/index.ts';
import { callbackPipeline } from './callback.ts';
import type { ConnectPages } from './connect/index.ts';
import { connectWeaknesses, issuerWeaknesses } from './connect/weaknesses.ts';
import { type ClientContext, type ClientSimulatorPorts, createClientContext, required } from './context.ts';
import { handleLogout, type LogoutContext, logoutPipeline } from './logout.ts';
import { ownPathStep } from './own-path.ts';
import { type ClientSession, clientCookie, createClientSessions } from './sessions.ts';
import { handleStart, leadTo, startPipeline } from './start.ts';
import { type HandedContext, tokenPipeline } from './token.ts';
import { clientWeaknesses, logoutWeaknesses, tokenWeaknesses } from './weaknesses.ts';

export type { ClientSimulatorPorts } from './context.ts';
export { type CounterfeitServer, createCounterfeitServer, keysPath } from './malicious-server.ts';
export type { ClientProvider, LogoutIssuer } from './provider.ts';
export { isTrapIssuer } from './traps.ts';

/** The flaws of the simulated application as a screen needs them for its list. */
export const clientWeaknessCatalogue = [
  ...clientWeaknesses,
  ...tokenWeaknesses,
  ...logoutWeaknesses,
  ...connectWeaknesses,
  ...issuerWeaknesses,
].map(({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }));

const continuePipeline: PipelineDefinition<ClientContext> = {
  id: 'client.continue',
  steps: [ownPathStep],
  effect: ({ failure }) =>
    failure === null ? 'The browser is redirected.' : 'The browser is not redirected.',
};

const callbackPrefix = '/client/callback/';
const logoutPath = '/client/backchannel-logout';

/**
 * A web application that signs people in with OAuth: `/client/start`, `/client/callback/<provider>`,
 * `/client/token`, `/client/connect`, `/client/call`, `/client/continue` and `/client/backchannel-logout/<provider>`; `/client/` says who is signed in.
 */
export function createClientSimulator(ports: ClientSimulatorPorts): HttpHandler {
  const sessions = createClientSessions(ports.random);
  const start = createPipeline(startPipeline, clientWeaknesses, ports.weaknesses);
  const callback = createPipeline(
    callbackPipeline,
    [...clientWeaknesses, ...issuerWeaknesses],
    ports.weaknesses,
  );
  const onward = createPipeline(continuePipeline, clientWeaknesses, ports.weaknesses);
  const handed = createPipeline(tokenPipeline, tokenWeaknesses, ports.weaknesses);
  const logout = createPipeline(logoutPipeline, logoutWeaknesses, ports.weaknesses);
  const connecting = lazily(ports.weaknesses);
  return async (request, notes) => {
    const context = createClientContext(ports, sessions, request, notes);
    const route = routeOf(request);
    switch (route) {
      case 'home':
        return welcome(context.session);
      case 'start':
        return run(start(), context, handleStart);
      case 'callback':
        return run(callback(), context, handleSignIn);
      case 'continue':
        return run(onward(), context, ({ next }) => leadTo(next ?? '/client/'));
      case 'connect':
      case 'call':
        return (await connecting())[route](context, run);
      case 'token':
        return run<HandedContext>(handed(), { ...context, validated: null }, handleSignIn);
      case 'logout':
        return withoutStore(
          await run<LogoutContext>(logout(), { ...context, logoutIssuer: null, jws: null }, handleLogout),
        );
      case 'wrong-method':
        return clientPage(405, 'Method not allowed', `This page does not support ${request.method}.`);
      case 'none':
        return clientPage(404, 'Page not found', 'The application has no page at this URL.');
      default:
        return assertNever(route);
    }
  };
}

type Route =
  | 'home'
  | 'start'
  | 'connect'
  | 'call'
  | 'callback'
  | 'continue'
  | 'token'
  | 'logout'
  | 'wrong-method'
  | 'none';

const routes = new Map<string, readonly [route: Route, method: string]>([
  ['/client/', ['home', 'GET']],
  ['/client/start', ['start', 'GET']],
  ['/client/connect', ['connect', 'GET']],
  ['/client/call', ['call', 'GET']],
  ['/client/continue', ['continue', 'GET']],
  ['/client/token', ['token', 'POST']],
]);

function routeOf({ path, method }: HttpRequest): Route {
  if (path.startsWith(callbackPrefix))
    return method === 'GET' || method === 'POST' ? 'callback' : 'wrong-method';
  if (path === logoutPath || path.startsWith(`${logoutPath}/`))
    return method === 'POST' ? 'logout' : 'wrong-method';
  const [route, taken] = routes.get(path) ?? (['none', method] as const);
  return taken === method ? route : 'wrong-method';
}

/** The pages of connections are loaded by the first request for them. */
function lazily(switchedOn: () => readonly string[]): () => Promise<ConnectPages> {
  let made: Promise<ConnectPages> | null = null;
  return () =>
    (made ??= import('./connect/index.ts').then(({ createConnectPages }) => createConnectPages(switchedOn)));
}

async function run<C extends ClientContext>(
  pipeline: Pipeline<C>,
  context: C,
  answer: (context: C) => HttpResponse,
): Promise<HttpResponse> {
  context.notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  if (context.failure === null) return answer(context);
  const { status, description } = context.failure.options;
  return clientPage(status, 'The application rejected the request', description);
}

/** Nothing on the way may keep what is said of a sign-out. OpenID Connect Back-Channel Logout §2.8 */
function withoutStore(response: HttpResponse): HttpResponse {
  const { headers } = response;
  const isKept = !headers.some((each) => each.toLowerCase() === 'cache-control');
  return isKept ? { ...response, headers: [...headers, 'Cache-Control', 'no-store'] } : response;
}

function handleSignIn({ session, next, request }: ClientContext): HttpResponse {
  const cookie = clientCookie(required(session), request.origin);
  if (next !== null) return leadTo(next, cookie);
  const page = welcome(session);
  return { ...page, headers: [...page.headers, ...cookie] };
}

function welcome(session: ClientSession | null): HttpResponse {
  const signedIn = session?.signedIn ?? null;
  if (signedIn === null) return clientPage(200, 'Not signed in', 'Start at /client/start?provider=home.');
  const { name, provider } = signedIn;
  return clientPage(200, `Signed in as ${name ?? 'somebody'}`, `Identity provider: ${provider}.`);
}
