import type { SigningKeyView } from '#shared/api/index.ts';
import type { SigningAlgorithm } from '#shared/workspace/index.ts';
import { rotateKey } from '../keys/rotate.ts';
import type { SigningKey } from '../keys/signing-keys.ts';
import type { Runtime } from '../runtime.ts';

function viewOf({ clock, settings }: Runtime, key: SigningKey): SigningKeyView {
  const { kid, algorithm, createdAtMillis, replacedAtMillis, publicJwk } = key;
  const publishedUntilMillis =
    replacedAtMillis === null ? null : replacedAtMillis + settings().keyOverlapSeconds * 1_000;
  const isPublished = publishedUntilMillis === null || clock.nowMillis() < publishedUntilMillis;
  const state = replacedAtMillis === null ? 'signing' : isPublished ? 'published' : 'retired';
  return { kid, algorithm, state, createdAtMillis, replacedAtMillis, publishedUntilMillis, publicJwk };
}

/** The server's keys without their private halves, the newest first. */
export function listSigningKeys(runtime: Runtime): readonly SigningKeyView[] {
  return runtime.keys
    .all()
    .map((key) => viewOf(runtime, key))
    .toSorted((one, other) => other.createdAtMillis - one.createdAtMillis);
}

/** Puts a new key in place of the one that signs with this algorithm. RFC 7517 §5 */
export async function rotateSigningKey(
  runtime: Runtime,
  algorithm: SigningAlgorithm,
): Promise<SigningKeyView> {
  const kid = await rotateKey(runtime, algorithm);
  const key = runtime.keys.all().find((each) => each.kid === kid);
  if (key === undefined) throw new Error(`The new key ${kid} could not be stored`);
  return viewOf(runtime, key);
}
