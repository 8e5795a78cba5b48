import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { headerValue } from '#main/platform/raw-http.ts';
import { scopeUnion, tokenChallenge } from '#shared/oauth/index.ts';
import { required } from '../context.ts';
import { refuse } from '../refusal.ts';
import { type ConnectContext, needsSignIn } from './context.ts';
import { get } from './fetch.ts';
import { signInSteps } from './sign-in.ts';

/** How often more scopes are requested before the application gives up. MCP 2026-07-28, Step-up authorization */
export const maxStepUps = 2;

/** The application uses a resource, and requests more scopes where it wants them. RFC 6750 §3.1 */
export const callPipeline: PipelineDefinition<ConnectContext> = {
  id: 'client.call',
  steps: [
    {
      id: 'token-held',
      rule: 'This browser has a token for a resource',
      clause: 'RFC 8707 §2',
      check: findConnection,
    },
    {
      id: 'resource-called',
      rule: 'Resource accepts the token',
      clause: 'RFC 6750 §3.1',
      check: callResource,
      describe: ({ status }) =>
        status === 403 ? 'Resource requires more scopes' : `Resource responded with ${status}`,
    },
    {
      id: 'step-up-bounded',
      rule: `Scopes are added at most ${maxStepUps} times`,
      clause: 'MCP 2026-07-28, Step-up authorization',
      check: checkBound,
      applies: needsSignIn,
    },
    {
      id: 'scopes-united',
      rule: 'Scopes that were requested before are requested again',
      clause: 'MCP 2026-07-28, Step-up authorization',
      check: (context) =>
        requestScope(context, scopeUnion(required(context.connection).scope, context.challengedScope)),
      applies: needsSignIn,
    },
    ...signInSteps,
  ],
  effect: ({ failure, status, provider }) =>
    failure === null
      ? status === 403
        ? `The browser is sent to sign in for ${required(provider).scope}.`
        : `Called the resource: ${status}.`
      : 'The resource was not used.',
};

function findConnection(context: ConnectContext): void {
  const connection = context.session?.connection ?? null;
  if (connection === null) throw refuse('This browser is not connected to a resource.');
  context.connection = connection;
  context.provider = connection.provider;
  context.providerName = connection.providerName;
  context.next = '/client/call';
}

async function callResource(context: ConnectContext): Promise<void> {
  const connection = required(context.connection);
  const { status, headers } = await get(context.ports, connection.resource, connection.accessToken);
  context.status = status;
  const parameters = tokenChallenge(headerValue(headers, 'www-authenticate') ?? '')?.parameters;
  if (status === 403 && parameters?.get('error') === 'insufficient_scope') {
    context.challengedScope = parameters.get('scope') ?? '';
    context.connection = { ...connection, accessToken: null };
    return;
  }
  if (status === 401 || status === 403)
    throw refuse('The resource does not accept the token.', {
      got: parameters?.get('error') ?? String(status),
    });
  required(context.session).connection = { ...connection, stepUps: 0 };
}

function checkBound({ connection }: ConnectContext): void {
  const { stepUps } = required(connection);
  if (stepUps >= maxStepUps)
    throw refuse('The resource keeps asking for more scopes.', {
      want: `at most ${maxStepUps} times`,
      got: `time ${stepUps + 1}`,
    });
}

/** Asks for these scopes in the next sign-in. */
export function requestScope(context: ConnectContext, scope: string): void {
  const connection = required(context.connection);
  context.provider = { ...connection.provider, scope };
  context.connection = { ...connection, provider: context.provider, scope, stepUps: connection.stepUps + 1 };
}
