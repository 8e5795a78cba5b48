import { formPost, headerValue } from '#main/platform/raw-http.ts';
import { formatForm, formEncode } from '#shared/oauth/index.ts';
import type { ClientSimulatorPorts } from './context.ts';
import { ClientRefusal } from './refusal.ts';

/** A form that is posted to a provider's token endpoint, as the client that proves itself by HTTP Basic. */
export interface ProviderCall {
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly secret: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The answer received: its status, and the members of its JSON document. */
export interface ProviderResponse {
  readonly status: number;
  /** `error` of the document, else the status: for the trace. */
  readonly fault: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Asks a token endpoint. RFC 6749 §2.3.1
 * @throws ClientRefusal 502 where nothing usable comes back
 */
export async function askProvider(
  { send }: ClientSimulatorPorts,
  { tokenEndpoint, clientId, secret, fields }: ProviderCall,
): Promise<ProviderResponse> {
  const { origin, pathname, search } = new URL(tokenEndpoint);
  const basic = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`).toString('base64');
  const request = formPost(origin, `${pathname}${search}`, formatForm(fields), `Basic ${basic}`);
  try {
    const tags = [`client:${clientId}`];
    const { response } = await send(request, { service: 'sampleUpstreams', tags });
    const type = headerValue(response.headers, 'content-type') ?? '';
    const body: unknown = type.startsWith('application/json')
      ? JSON.parse(response.body.toString('utf8'))
      : null;
    if (typeof body === 'object' && body !== null) {
      const members = body as Readonly<Record<string, unknown>>;
      const { error } = members;
      const { status } = response;
      return { status, body: members, fault: typeof error === 'string' ? error : String(status) };
    }
    throw new SyntaxError('The provider returned a response that is not JSON.');
  } catch (error) {
    throw new ClientRefusal({
      status: 502,
      description: 'The provider is currently not available.',
      ...(error instanceof Error ? { detail: error.message } : {}),
    });
  }
}
