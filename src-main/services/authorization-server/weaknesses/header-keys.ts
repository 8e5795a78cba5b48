import { call } from '../outgoing-call.ts';
import type { Runtime } from '../runtime.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The keys that a JWT brings itself, in its header or at the address that the header names: what no verifier may
 * believe. RFC 8725 §3.10
 */
export async function keysInHeader(runtime: Runtime, { jwk, jku }: Members): Promise<readonly Members[]> {
  if (typeof jwk === 'object' && jwk !== null) return [jwk as Members];
  if (typeof jku !== 'string' || URL.parse(jku) === null) return [];
  try {
    const response = await call(runtime, {
      method: 'GET',
      url: jku,
      headers: [],
      timeoutMillis: 5_000,
      tags: [],
    });
    return (JSON.parse(response.text) as { readonly keys?: readonly Members[] }).keys ?? [];
  } catch {
    return [];
  }
}
