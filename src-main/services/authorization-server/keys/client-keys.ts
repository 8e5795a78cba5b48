import { z } from 'zod';
import { parsedJson } from '#shared/text/decoding.ts';
import type { Client, ClientKeys } from '#shared/workspace/index.ts';
import { call, type OutgoingCall } from '../outgoing-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ClientKeySet, Jwk } from '../stores/client-key-store.ts';

const fetchTimeoutMillis = 5_000;
const maxSetBytes = 65_536;
const maxKeys = 100;
/** Pause before a set that could not be had is fetched once more. */
const retryPauseMillis = 2_000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(maxKeys) });

/** Finds the keys of a client; `isIn` tells if a set holds the one that is looked for. */
export type FindClientKeys = (
  isIn: (keys: readonly Jwk[]) => boolean,
) => ClientKeySet | Promise<ClientKeySet>;

/** A party that signs, and where its keys are. */
interface KeyOwner {
  readonly keys: ClientKeys;
  /** How sentences of the trace name it. */
  readonly name: 'client' | 'issuer';
  readonly tag: string;
  /** Nobody who runs the server chose the address of its keys. */
  readonly isAnybodys?: boolean;
}

/** The public keys of a client. RFC 7591 §2 */
export function keysOfClient(
  runtime: Runtime,
  { clientId, keys, documentHash }: Client,
  nowMillis: number,
  isIn: (keys: readonly Jwk[]) => boolean,
): ClientKeySet | Promise<ClientKeySet> {
  const isAnybodys = documentHash !== undefined;
  return keysOf(runtime, { keys, name: 'client', tag: `client:${clientId}`, isAnybodys }, nowMillis, isIn);
}

/**
 * The public keys of a party: those that are registered, else those that it publishes, which are fetched where they are
 * not known, or where none of them is the one that a JWT names. RFC 7517 §5
 */
export function keysOf(
  runtime: Runtime,
  owner: KeyOwner,
  nowMillis: number,
  isIn: (keys: readonly Jwk[]) => boolean,
): ClientKeySet | Promise<ClientKeySet> {
  const { inline, uri } = owner.keys;
  if (uri === undefined)
    return inline.length === 0 ? { fault: `The ${owner.name} has no registered keys.` } : { keys: inline };
  const { sets, asked, fetching } = runtime.clientKeys;
  const known = sets.get(uri, nowMillis);
  if (known !== undefined && isIn(known)) return { keys: known };
  const underway = fetching.get(uri);
  if (underway !== undefined) return underway;
  const askedAtMillis = asked.get(uri, nowMillis);
  if (known !== undefined && askedAtMillis !== undefined) return { keys: known };
  if (askedAtMillis !== undefined && nowMillis - askedAtMillis < retryPauseMillis)
    return {
      fault: `The jwks_uri of the ${owner.name} failed a moment ago. The server tries it again in 2 s.`,
    };
  const fetched = fetchKeys(runtime, owner, uri, nowMillis).finally(() => fetching.delete(uri));
  fetching.set(uri, fetched);
  return fetched;
}

async function fetchKeys(
  runtime: Runtime,
  { name, tag, isAnybodys = false }: KeyOwner,
  url: string,
  nowMillis: number,
): Promise<ClientKeySet> {
  runtime.clientKeys.asked.set(url, nowMillis, nowMillis);
  try {
    const guard = isAnybodys ? await guardOf(runtime, url) : {};
    if (guard === null) return { fault: `The jwks_uri of the ${name} has a special-use address.` };
    const response = await call(runtime, {
      method: 'GET',
      url,
      headers: [],
      timeoutMillis: fetchTimeoutMillis,
      maxBytes: maxSetBytes,
      tags: [tag],
      ...guard,
    });
    // A redirect is not followed: it could lead anywhere.
    if (response.status !== 200) return { fault: `The jwks_uri of the ${name} returned ${response.status}.` };
    const parsed = keySetSchema.safeParse(parsedJson(response.text));
    if (!parsed.success) return { fault: `The jwks_uri of the ${name} did not return a key set.` };
    runtime.clientKeys.sets.set(url, parsed.data.keys, nowMillis);
    return { keys: parsed.data.keys };
  } catch {
    return { fault: `The jwks_uri of the ${name} cannot be reached.` };
  }
}

/** The addresses to which the URL of a document may lead; null: it is never requested. */
async function guardOf(runtime: Runtime, url: string): Promise<Pick<OutgoingCall, 'admits'> | null> {
  const { admittedFor } = await import('../client-documents/address-guard.ts');
  const admits = admittedFor(new URL(url), runtime.settings().clientIdMetadataDocuments);
  return admits === null ? null : { admits };
}
