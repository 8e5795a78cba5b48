import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { allowingDetail, createServedNames, misdirected } from '#main/platform/served-names.ts';
import { ownAddress } from '../own-address.ts';
import { methodNotAllowed } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { type GuardContext, GuardRefusal } from './context.ts';
import type { Endpoint } from './endpoint.ts';

/** Largest request body that is read, in bytes. */
export const bodyLimitBytes = 65_536;

/** Checks that every request must pass, whatever its endpoint. */
export const requestGuard: PipelineDefinition<GuardContext> = {
  id: 'door',
  steps: [
    { id: 'host-ours', rule: 'Request is for this server', clause: 'RFC 9110 §7.4', check: checkHost },
    {
      id: 'body-bounded',
      rule: 'Body is of a size that is read',
      clause: 'RFC 9110 §15.5.14',
      check: checkSize,
    },
    {
      id: 'method-allowed',
      rule: 'Method is one that the path takes',
      clause: 'RFC 9110 §15.5.6',
      check: checkMethod,
    },
    {
      id: 'address-configured',
      rule: 'Addresses in answers are the configured ones',
      clause: 'RFC 9700 §4.13',
      check: (context) => void (context.runtime = context.server),
    },
    {
      id: 'parameters-read',
      rule: 'Parameters are read where they belong',
      clause: 'RFC 6749 §3.2',
      check: (context) => void (context.form = context.endpoint.read(context.request)),
    },
  ],
  effect: ({ failure }) => (failure === null ? 'The request goes to its endpoint.' : 'Nothing was done.'),
};

/**
 * Tests whether every step of the door would let a request pass: nearly all do, and this finds out at little cost.
 */
export function isWelcome(server: Runtime, endpoint: Endpoint, request: HttpRequest): boolean {
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
    detail: `The Host header names another server. ${allowingDetail('authorizationServer')}`,
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
