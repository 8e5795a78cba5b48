import { GatehouseError } from '#shared/errors/index.ts';
import {
  clientCredentials,
  type FlowParty,
  formRequest,
  getRequest,
  type SendStep,
  type TargetEndpoints,
} from '#shared/flows/index.ts';
import { validateBearerGrantType } from '#shared/oauth/index.ts';
import type { Run } from './run.ts';

/** Operations on a token among the values of the run. */
export type TokenOperation = 'refresh' | 'validate' | 'introspect' | 'revoke' | 'resource';

const endpointOf: Readonly<Record<TokenOperation, keyof TargetEndpoints>> = {
  refresh: 'token',
  validate: 'token',
  introspect: 'introspection',
  revoke: 'revocation',
  resource: 'resource',
};

/**
 * The request for an operation on a token of a run, and who makes it: the run's own client, or a resource server's where
 * only one may ask.
 * @throws flow.no-endpoint
 */
export function operationStep(
  run: Run,
  operation: TokenOperation,
  name: string,
  clientId: string | undefined,
): { readonly step: SendStep; readonly party: FlowParty | null } {
  const { target } = run.player;
  const url = target.endpoints[endpointOf[operation]];
  if (url == null)
    throw new GatehouseError('flow.no-endpoint', `${target.title} has no ${endpointOf[operation]} endpoint.`);
  const own = run.player.client()?.clientId ?? '';
  const grantType = validateBearerGrantType(target.vendorUrn);
  const asker =
    clientId ??
    (operation === 'validate'
      ? target.clients.find(({ grantTypes }) => grantTypes?.has(grantType) === true)?.clientId
      : undefined) ??
    (operation === 'introspect' ? confidential(run, own) : own);
  const client = target.clients.find((candidate) => candidate.clientId === asker);
  const isOther = asker !== own;
  const count = run.steps.filter(({ id }) => id === operation || id.startsWith(`${operation}~`)).length;
  const id = count === 0 ? operation : `${operation}~${count + 1}`;
  const token = `{{${name}}}`;
  const credentials = clientCredentials(client?.authentication ?? 'none', isOther ? 'asking.' : '');
  const accept = ['Accept', 'application/json'] as const;
  const fields =
    operation === 'refresh'
      ? ([
          ['grant_type', 'refresh_token'],
          ['refresh_token', token],
        ] as const)
      : operation === 'validate'
        ? ([
            ['grant_type', grantType],
            ['token', token],
          ] as const)
        : ([['token', token]] as const);
  const request =
    operation === 'resource'
      ? getRequest(url, [], [['Authorization', `Bearer ${token}`], accept])
      : formRequest(url, [...fields, ...credentials.fields], [...credentials.headers, accept]);
  const step: SendStep = {
    act: 'send',
    id,
    remark: operation,
    from: isOther ? 'rs' : 'client',
    to: operation === 'resource' ? 'rs' : 'as',
    request,
    browser: null,
    reading: operation === 'refresh' ? 'tokens' : 'any',
    prefix: '',
    captures: [],
    times: 1,
    isInTurn: false,
  };
  return { step, party: isOther ? { client: asker, user: null } : null };
}

/** Introspection asks for a client that shows who it is. */
function confidential(run: Run, own: string): string {
  const { clients } = run.player.target;
  const isConfidential = (clientId: string) =>
    clients.find((client) => client.clientId === clientId)?.authentication !== 'none';
  return isConfidential(own)
    ? own
    : (clients.find(({ authentication }) => authentication !== 'none')?.clientId ?? own);
}
