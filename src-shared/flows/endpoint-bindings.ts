import { GatehouseError } from '../errors/index.ts';
import { addressed, type RequestTemplate } from './request.ts';
import type { FlowScript } from './script.ts';
import type { TargetEndpoints } from './setup.ts';

type EndpointName = keyof TargetEndpoints;

/** In the order in which they are tried: several may have one origin. */
const names: readonly EndpointName[] = [
  'token',
  'authorization',
  'pushedAuthorization',
  'introspection',
  'revocation',
  'registration',
  'endSession',
  'userinfo',
  'jwks',
  'resource',
  'mcp',
  'metadata',
  'issuer',
];

type Address = Pick<RequestTemplate, 'origin' | 'path'>;
type Addresses = readonly (readonly [name: EndpointName, address: Address])[];

function addressesOf(endpoints: TargetEndpoints): Addresses {
  return names.flatMap((name) => {
    const url = endpoints[name];
    return url == null || url === '' ? [] : [[name, addressed(url)] as const];
  });
}

function withRequests(script: FlowScript, change: (request: RequestTemplate) => RequestTemplate): FlowScript {
  const steps = script.steps.map((step) =>
    'request' in step ? { ...step, request: change(step.request) } : step,
  );
  return { ...script, steps };
}

/**
 * A script whose requests name the endpoints of a server in place of its addresses, so that another server can take its place:
 * `{{endpoint.token}}` is the whole address, `{{origin.token}}` scheme and authority before a path that was edited.
 */
export function bindEndpoints(script: FlowScript, endpoints: TargetEndpoints): FlowScript {
  const addresses = addressesOf(endpoints);
  return withRequests(script, (request) => {
    const { origin, path } = request;
    const whole = addresses.find(([, own]) => own.origin === origin && own.path === path);
    if (whole !== undefined) return { ...request, origin: `{{endpoint.${whole[0]}}}`, path: '/' };
    const near = addresses.find(([, own]) => own.origin === origin);
    return near === undefined ? request : { ...request, origin: `{{origin.${near[0]}}}` };
  });
}

/** An address of this machine, whatever its port. */
const loopback = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * A script of an earlier version, which has the addresses of the hosted server as they were when it was saved: those of its
 * endpoints become names, as the ports of that server are chosen anew.
 */
export function bindFormerAddresses(script: FlowScript, endpoints: TargetEndpoints): FlowScript {
  const addresses = addressesOf(endpoints);
  return withRequests(script, (request) => {
    if (!loopback.test(request.origin)) return request;
    const found = addresses.find(([, { path }]) => path !== '/' && path === request.path);
    return found === undefined ? request : { ...request, origin: `{{endpoint.${found[0]}}}`, path: '/' };
  });
}

const binding = /^\{\{(endpoint|origin)\.(\w+)\}\}$/;

/**
 * A script with the addresses of a server in place of the names of its endpoints.
 * @throws flow.no-endpoint where the server has none of a name
 */
export function resolveEndpoints(script: FlowScript, endpoints: TargetEndpoints): FlowScript {
  return withRequests(script, (request) => {
    const [, kind, name = ''] = binding.exec(request.origin) ?? [];
    if (kind === undefined) return request;
    const known = names.find((candidate) => candidate === name);
    const url = (known === undefined ? null : endpoints[known]) ?? null;
    if (url === null || url === '')
      throw new GatehouseError(
        'flow.no-endpoint',
        `The server has no ${name} endpoint, which the flow requires.`,
        {
          fix: 'Add it to the file of the server, or run the flow at another server.',
        },
      );
    const address = addressed(url);
    return { ...request, origin: address.origin, path: kind === 'endpoint' ? address.path : request.path };
  });
}
