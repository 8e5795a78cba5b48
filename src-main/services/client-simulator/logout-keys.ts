import { z } from 'zod';
import { parsedJson } from '#shared/text/decoding.ts';
import type { ClientSimulatorPorts } from './context.ts';
import type { LogoutIssuer } from './provider.ts';
import { refuse } from './refusal.ts';

const limits = { timeoutMillis: 5_000, maxBytes: 65_536 };

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/**
 * The keys that a provider publishes, asked for each time: sign-outs are few. RFC 7517 §5
 * @throws ClientRefusal where they cannot be had
 */
export async function keysOf(
  { send }: Pick<ClientSimulatorPorts, 'send'>,
  { jwksUri }: LogoutIssuer,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { origin, host, pathname, search } = new URL(jwksUri);
  const headers = ['Host', host, 'Accept', 'application/json', 'Connection', 'close'];
  const request = { method: 'GET', origin, target: `${pathname}${search}`, headers, body: '' };
  try {
    const { response } = await send(request, { service: 'sampleUpstreams', tags: [], limits });
    const parsed = keySetSchema.safeParse(parsedJson(response.body.toString('utf8')));
    if (parsed.success) return parsed.data.keys;
  } catch {
    // Told below: without keys nothing is believed.
  }
  throw refuse('The keys of the provider are not available.');
}
