import { isLoopbackHost } from '../../http/loopback.ts';
import { type ResourceOptions, usualResource } from '../options.ts';
import { getRequest, type RequestTemplate, requestFields } from '../request.ts';
import type { BrowseStep, MakeStep, ScriptStep, SendStep } from '../script.ts';
import type { FlowDefinition, FlowSetup } from '../setup.ts';
import { literalTemplate } from '../template.ts';
import { challenge, conveyed } from './authorization-request.ts';
import { type McpCall, mcpRequest } from './mcp-request.ts';
import {
  browse,
  drawn,
  extraPairs,
  type Pairs,
  parametersOf,
  plainSend,
  tokenRequest,
  validation,
} from './parts.ts';

/** The request that a flow makes of its resource: without a token, then with one. */
type AskResource = (url: string, token: string | null) => RequestTemplate;

const json = ['Accept', 'application/json'] as const;

function optionsOf({ options }: FlowSetup): ResourceOptions {
  return options.resource ?? usualResource;
}

function urlOf(setup: FlowSetup): string {
  return optionsOf(setup).url ?? setup.endpoints.resource ?? '';
}

/** A fetch of metadata whose address is a value of the run. */
function fetchOf(id: string, value: string, to: SendStep['to'], reading: SendStep['reading']): SendStep {
  return plainSend({
    id,
    from: 'client',
    to,
    request: {
      ...getRequest('', [], [json]),
      origin: `{{${value}|url-origin}}`,
      path: `{{${value}|url-path}}`,
    },
    reading,
    remark: 'metadata',
  });
}

/** The same step for the next address, while nothing was found. */
function orNext(step: SendStep, number: number, found: string): SendStep {
  return { ...step, id: `${step.id}-${number}`, when: { value: found, is: 'absent' } };
}

/** The resource names its authorization server, and that describes itself. RFC 9728 §5, RFC 8414 §3 */
function discovery(setup: FlowSetup, ask: AskResource): readonly ScriptStep[] {
  const resource = fetchOf('resource-metadata', 'resource_metadata', 'rs', 'resource-metadata');
  const server = fetchOf('server-metadata', 'server_metadata', 'as', 'server-metadata');
  return [
    plainSend({
      id: 'challenge',
      from: 'client',
      to: 'rs',
      request: ask(urlOf(setup), null),
      reading: 'challenge',
      remark: 'no token',
    }),
    resource,
    orNext(resource, 2, 'resource_identifier'),
    server,
    orNext(server, 2, 'server_issuer'),
    orNext(server, 3, 'server_issuer'),
  ];
}

/** How the client becomes known to the server. RFC 7591 §3, MCP 2026-07-28, Client registration */
function registration(setup: FlowSetup): readonly ScriptStep[] {
  const { registration: way, document_url: url } = optionsOf(setup);
  switch (way) {
    case 'pre-registered':
      return [];
    case 'metadata-document':
      return [
        {
          act: 'make',
          id: 'make-client_id',
          remark: '',
          as: 'client_id',
          maker: 'text',
          options: { text: literalTemplate(url) },
        } satisfies MakeStep,
      ];
    case 'dynamic':
      return [register(setup)];
  }
}

function register({ endpoints, client: { redirectUri } }: FlowSetup): SendStep {
  const isNative = redirectUri === null || !URL.canParse(redirectUri) || isNativeUri(new URL(redirectUri));
  const metadata = {
    client_name: 'Gatehouse',
    application_type: isNative ? 'native' : 'web',
    redirect_uris: ['{{redirect_uri}}'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const request = getRequest(endpoints.registration ?? '', [], []);
  return plainSend({
    id: 'register',
    from: 'client',
    to: 'as',
    request: {
      ...request,
      method: 'POST',
      headers: requestFields([
        ['Host', '{{host}}'],
        json,
        ['Content-Type', 'application/json'],
        ['Content-Length', '{{content_length}}'],
        ['Connection', 'close'],
      ]),
      body: { kind: 'text', text: JSON.stringify(metadata), encoding: 'auto' },
    },
    reading: 'registration',
  });
}

/** OpenID Connect Dynamic Client Registration §2: a native client uses loopback or a scheme of its own. */
function isNativeUri({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && (protocol !== 'http:' || isLoopbackHost(hostname));
}

/** A registration for the run alone does not stay. RFC 7592 §2.3 */
function unregister(setup: FlowSetup): readonly SendStep[] {
  if (optionsOf(setup).registration !== 'dynamic') return [];
  const request: RequestTemplate = {
    ...getRequest('', [], [['Authorization', 'Bearer {{registration_access_token}}']]),
    method: 'DELETE',
    origin: '{{registration_client_uri|url-origin}}',
    path: '{{registration_client_uri|url-path}}',
  };
  return [
    {
      ...plainSend({ id: 'unregister', from: 'client', to: 'as', request, reading: 'success' }),
      when: { value: 'registration_client_uri', is: 'present' },
    },
  ];
}

function scope(setup: FlowSetup): Pairs {
  const { scope: chosen } = parametersOf(setup);
  if (chosen === null) return [];
  return [['scope', chosen === undefined ? '{{scope?}}' : literalTemplate(chosen)]];
}

/** The authorization request and the token request, both for the resource. RFC 8707 §2, RFC 7636 */
function authorize(setup: FlowSetup, round: '' | '-2'): readonly ScriptStep[] {
  const resource: Pairs = [['resource', '{{resource_identifier}}']];
  const request: BrowseStep = {
    ...browse(setup, [
      ['client_id', '{{client_id}}'],
      ['response_type', 'code'],
      ['redirect_uri', '{{redirect_uri}}'],
      ...(round === '' ? scope(setup) : ([['scope', '{{scope?}}']] as const)),
      ['state', '{{state}}'],
      ...challenge,
      ...resource,
      ['login_hint', '{{username?}}'],
      ...extraPairs(setup),
    ]),
    id: `authorize${round}`,
  };
  return [
    ...[drawn('code_verifier', 32), drawn('state', 12)].map((step) => ({ ...step, id: step.id + round })),
    ...conveyed(setup, request),
    tokenRequest(
      setup,
      [
        ['grant_type', 'authorization_code'],
        ['code', '{{code}}'],
        ['redirect_uri', '{{redirect_uri}}'],
        ['code_verifier', '{{code_verifier}}'],
        ...resource,
      ],
      `token${round}`,
    ),
  ];
}

function call(id: string, request: RequestTemplate): SendStep {
  return plainSend({ id, from: 'client', to: 'rs', request, reading: 'scoped' });
}

/** The last call, and the same again with more scopes where the resource asks for them. RFC 6750 §3.1 */
function stepUp(setup: FlowSetup, last: SendStep): readonly ScriptStep[] {
  const again = [...authorize(setup, '-2'), { ...last, id: `${last.id}-2` }];
  return again.map((step) => ({ ...step, when: { value: 'step_up', is: 'present' } as const }));
}

/** A dynamically registered client, and one with a metadata document, have no secret. */
function asRegistered(setup: FlowSetup): FlowSetup {
  if (optionsOf(setup).registration === 'pre-registered') return setup;
  return { ...setup, client: { ...setup.client, authentication: 'none' } };
}

/** A server of the workspace may know an MCP server beside its resource. */
function atMcpServer(setup: FlowSetup): FlowSetup {
  const { endpoints } = setup;
  return { ...setup, endpoints: { ...endpoints, resource: endpoints.mcp ?? endpoints.resource } };
}

function stepsOf(given: FlowSetup, ask: AskResource, calls: readonly SendStep[]): ScriptStep[] {
  const setup = asRegistered(given);
  const last = calls.at(-1);
  return [
    ...discovery(setup, ask),
    ...registration(setup),
    ...authorize(setup, ''),
    ...calls,
    ...(last === undefined ? [] : stepUp(setup, last)),
    ...unregister(setup),
  ];
}

const front = {
  group: 'grants',
  needsUser: true,
  needsBrowser: true,
  worksOn: null,
  beginsAtResource: true,
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token', 'resource'],
} as const;

const token = '{{access_token}}';

/** From the address of a resource to a token for it. RFC 9728 §5, RFC 8707, RFC 6750 §3.1 */
export const protectedResource: FlowDefinition = {
  ...front,
  kind: 'protected-resource',
  title: 'Protected resource',
  script(setup) {
    const ask: AskResource = (url, bearer) =>
      getRequest(
        url,
        [],
        [...(bearer === null ? [] : ([['Authorization', `Bearer ${bearer}`]] as const)), json],
      );
    const calls = [call('resource', ask(urlOf(setup), token))];
    return {
      title: 'Protected resource',
      parties: {},
      steps: [...stepsOf(setup, ask, calls), validation(setup)],
    };
  },
};

const listTools: McpCall = { id: 1, method: 'tools/list', params: '', name: '' };

/** From the address of an MCP server to a tool that was called. MCP 2026-07-28, Authorization */
export const mcpServer: FlowDefinition = {
  ...front,
  kind: 'mcp-server',
  title: 'MCP server',
  script(given) {
    const setup = atMcpServer(given);
    const url = urlOf(setup);
    const { tool, arguments: values } = optionsOf(setup);
    const name = JSON.stringify(literalTemplate(tool));
    const calls = [
      call('tools', mcpRequest(url, listTools, token)),
      ...(tool === ''
        ? []
        : [
            call(
              'tool',
              mcpRequest(
                url,
                {
                  id: 2,
                  method: 'tools/call',
                  params: `"name":${name},"arguments":${literalTemplate(values)}`,
                  name: literalTemplate(tool),
                },
                token,
              ),
            ),
          ]),
    ];
    const ask: AskResource = (address, bearer) => mcpRequest(address, listTools, bearer);
    return { title: 'MCP server', parties: {}, steps: stepsOf(setup, ask, calls) };
  },
};
