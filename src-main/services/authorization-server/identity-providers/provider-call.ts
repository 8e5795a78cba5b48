import { GatehouseError } from '#shared/errors/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import type { FrontContext } from '../authorize/context.ts';
import { isObject } from '../is-object.ts';
import { call, type OutgoingCall, type OutgoingResponse } from '../outgoing-call.ts';
import { required } from '../token/context.ts';
import { ProviderRefusal, providerFailed } from './provider-refusal.ts';

const timeoutMillis = 5_000;

/**
 * Calls an identity provider for the transaction that is under way.
 * @throws ProviderRefusal where it cannot be reached, answers too late or too much
 */
export async function callProvider(
  { runtime, transaction }: Pick<FrontContext, 'runtime' | 'transaction'>,
  { name }: IdentityProvider,
  request: Pick<OutgoingCall, 'method' | 'url' | 'headers' | 'body'>,
): Promise<OutgoingResponse> {
  const { id, request: asked } = required(transaction);
  const tags = [`txn:${id}`, `client:${asked.clientId}`, `provider:${name}`];
  try {
    return await call(runtime, { ...request, timeoutMillis, tags });
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    if (error.code === 'upstream.too-large' || error.code === 'upstream.invalid-response')
      throw providerFailed(error.message);
    throw new ProviderRefusal('provider-unavailable', { detail: error.message });
  }
}

/**
 * The JSON object of an answer with status 200; `what` names the place in the words of the trace.
 * @throws ProviderRefusal where it is anything else
 */
export function readResponse(response: OutgoingResponse, what: string): Readonly<Record<string, unknown>> {
  const { status, text } = response;
  if (status === 429 || status >= 500)
    throw new ProviderRefusal('provider-unavailable', { detail: `Its ${what} responded with ${status}.` });
  const value = parsedJson(text);
  if (status !== 200) throw providerFailed(`Its ${what} returned ${status}${errorIn(value)}.`);
  if (!isObject(value)) throw providerFailed(`Its ${what} returned a response that is not a JSON object.`);
  return value;
}

/** The error code of the protocol; what else a foreign server writes is not repeated. RFC 6749 §5.2 */
function errorIn(value: unknown): string {
  const code = isObject(value) ? value['error'] : undefined;
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? ` ${code}` : '';
}
