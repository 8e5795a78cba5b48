import { z } from 'zod';
import { parsedJson } from '#shared/text/decoding.ts';
import type { Client } from '#shared/workspace/index.ts';
import { call } from '../outgoing-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ClientKeySet, Jwk } from '../stores/client-key-store.ts';

const fetchTimeoutMillis = 5_000;
const maxSetBytes = 65_536;
const maxKeys = 100;
/** Pause before a set that could not be had is fetched once more. */
const retryPauseMillis = 2_000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(maxKeys) });

/** Whose keys are looked for: a client, or an issuer that the settings trust. */
type KeyOwner = Pick<Client, 'clientId' | 'keys'>;

/** Finds the keys of a client; `isIn` tells if a set holds the one that is looked for. */
export type FindClientKeys = (
  isIn: (keys: readonly Jwk[]) => boolean,
) => ClientKeySet | Promise<ClientKeySet>;

/**
 * The public keys of a client: those of its registration, else those that it publishes, which are fetched where they are
 * not known, or where none of them is the one that a JWT names. RFC 7591 §2
 */
export function keysOfClient(
  runtime: Runtime,
  client: KeyOwner,
  nowMillis: number,
  isIn: (keys: readonly Jwk[]) => boolean,
): ClientKeySet | Promise<ClientKeySet> {
  const { inline, uri } = client.keys;
  if (uri === undefined)
    return inline.length === 0 ? { fault: 'The client has no registered keys.' } : { keys: inline };
  const { sets, asked, fetching } = runtime.clientKeys;
  const known = sets.get(uri, nowMillis);
  if (known !== undefined && isIn(known)) return { keys: known };
  const underway = fetching.get(uri);
  if (underway !== undefined) return underway;
  const askedAtMillis = asked.get(uri, nowMillis);
  if (known !== undefined && askedAtMillis !== undefined) return { keys: known };
  if (askedAtMillis !== undefined && nowMillis - askedAtMillis < retryPauseMillis)
    return { fault: 'The jwks_uri of the client failed a moment ago. The server tries it again in 2 s.' };
  const fetched = fetchKeys(runtime, client, uri, nowMillis).finally(() => fetching.delete(uri));
  fetching.set(uri, fetched);
  return fetched;
}

async function fetchKeys(
  runtime: Runtime,
  { clientId }: KeyOwner,
  url: string,
  nowMillis: number,
): Promise<ClientKeySet> {
  runtime.clientKeys.asked.set(url, nowMillis, nowMillis);
  try {
    const response = await call(runtime, {
      method: 'GET',
      url,
      headers: [],
      timeoutMillis: fetchTimeoutMillis,
      maxBytes: maxSetBytes,
      tags: [`client:${clientId}`],
    });
    // A redirect is not followed: it could lead anywhere.
    if (response.status !== 200) return { fault: `The jwks_uri of the client returned ${response.status}.` };
    const parsed = keySetSchema.safeParse(parsedJson(response.text));
    if (!parsed.success) return { fault: 'The jwks_uri of the client did not return a key set.' };
    runtime.clientKeys.sets.set(url, parsed.data.keys, nowMillis);
    return { keys: parsed.data.keys };
  } catch {
    return { fault: 'The jwks_uri of the client cannot be reached.' };
  }
}
