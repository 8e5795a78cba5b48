import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { required } from '../token/context.ts';
import type { CallbackContext } from './callback-context.ts';
import { callProvider, readResponse } from './provider-call.ts';
import { providerFailed } from './provider-refusal.ts';

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** Keys of a provider, and whether they were fetched just now. */
interface KeysInHand {
  readonly keys: JSONWebKeySet;
  readonly isFresh: boolean;
}

/**
 * The keys with which the provider signs, from memory where they are known and `mustBeFresh` does not forbid it.
 * OpenID Connect Core §10.1
 * @throws ProviderRefusal where they cannot be had
 */
export async function keysOf(context: CallbackContext, mustBeFresh: boolean): Promise<KeysInHand> {
  const { runtime, nowMillis } = context;
  const { jwksUri } = required(context.metadata);
  const known = mustBeFresh ? undefined : runtime.providers.keySets.get(jwksUri, nowMillis);
  if (known !== undefined) return { keys: known, isFresh: false };
  const request = { method: 'GET', url: jwksUri, headers: [] } as const;
  const document = readResponse(await callProvider(context, required(context.provider), request), 'key set');
  const parsed = keySetSchema.safeParse(document);
  if (!parsed.success) throw providerFailed('Its key set is malformed.');
  const keys = parsed.data as JSONWebKeySet;
  runtime.providers.keySets.set(jwksUri, keys, nowMillis);
  return { keys, isFresh: true };
}
