import type { MessagePort } from 'node:worker_threads';
import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { activity } from './activity.ts';
import { app, clock, services } from './app.ts';
import { attacks } from './attacks.ts';
import { api } from './base.ts';
import { connectors } from './connectors.ts';
import { imports } from './consents.ts';
import { contractHistory } from './contract.ts';
import { createCreditStreams } from './credit-streams.ts';
import { drafts, session } from './drafts.ts';
import { dynamicClients } from './dynamic-clients.ts';
import { exchanges } from './exchanges.ts';
import { faults } from './faults.ts';
import { firstTasks } from './first-tasks.ts';
import { flowTests } from './flow-tests.ts';
import { flows } from './flows.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { installation } from './installation.ts';
import { interchange } from './interchange.ts';
import { jobs } from './jobs.ts';
import { accounts, consents, liveTokens, signingKeys } from './live-tokens.ts';
import type { ApiEngine } from './ports.ts';
import { sealing } from './sealing.ts';
import { secrets } from './secrets.ts';
import { signIns } from './sign-ins.ts';
import { state } from './state.ts';
import { streams } from './streams.ts';
import { templates } from './templates.ts';
import { throttle } from './throttle.ts';
import { tokens } from './tokens.ts';
import { trust } from './trust.ts';
import { webhooks } from './webhooks.ts';
import { workspace } from './workspace.ts';
import { workspaceTrust } from './workspace-trust.ts';

/** The whole contract, implemented. */
const router = api.router({
  app,
  services,
  clock,
  faults,
  firstTasks,
  home,
  identity,
  dynamicClients,
  liveTokens,
  consents,
  accounts,
  signingKeys,
  exchanges,
  activity,
  state,
  attacks,
  flows,
  flowTests,
  templates,
  throttle,
  connectors,
  contractHistory,
  imports,
  interchange,
  tokens,
  jobs,
  secrets,
  signIns,
  streams,
  workspace,
  workspaceTrust,
  drafts,
  session,
  installation,
  sealing,
  trust,
  webhooks,
});

/** The API of one engine over its two transports. */
export interface ApiServer {
  /** Answers one RPC over HTTP; the path begins with `/rpc`. */
  handle(request: Request): Promise<Response>;
  /** Serves a message port until it closes. */
  serve(port: MessagePort): void;
}

/** Puts the API in front of an engine. */
export function createApiServer(engine: ApiEngine): ApiServer {
  const fetchHandler = new FetchHandler(router);
  const portHandler = new PortHandler(router);
  const context = { engine, streams: createCreditStreams(), logger: engine.ports.logger };
  return {
    async handle(request) {
      const { matched, response } = await fetchHandler.handle(request, { prefix: '/rpc', context });
      return matched ? response : new Response('The procedure does not exist.\n', { status: 404 });
    },
    serve: (port) => portHandler.upgrade(port, { context }),
  };
}
