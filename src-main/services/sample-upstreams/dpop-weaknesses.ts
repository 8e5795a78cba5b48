import type { Weakness } from '#main/platform/pipeline.ts';
import { type ResourceContext, required } from './resource/context.ts';

/** How long a store of used proofs that is too small for its window remembers them, in seconds. */
const shortMemorySeconds = 10;

/** Flaws in how the sample resource server takes tokens that are bound to a key. */
export const boundTokenWeaknesses: readonly Weakness<ResourceContext>[] = [
  /** Takes a proof as often as it comes: whoever read a request can send it again. */
  {
    id: 'dpop-replay',
    pipeline: 'orders',
    step: 'dpop-not-replayed',
    title: 'DPoP proof accepted twice',
    clause: 'RFC 9449 §11.1',
    instead: () => undefined,
  },
  /** Remembers a proof with the address as it was sent: with another query it looks new. */
  {
    id: 'dpop-replay-raw',
    pipeline: 'orders',
    step: 'dpop-not-replayed',
    title: 'DPoP proof accepted again with another query',
    clause: 'RFC 9449 §11.1',
    instead: (context, original) => {
      required(context.dpop).replayMark = context.request.target;
      return original();
    },
  },
  /** Forgets used proofs while it still takes them. */
  {
    id: 'dpop-replay-skew',
    pipeline: 'orders',
    step: 'dpop-not-replayed',
    title: 'Used DPoP proofs forgotten before they expire',
    clause: 'RFC 9449 §11.1',
    instead: (context, original) => {
      required(context.dpop).rememberedSeconds = shortMemorySeconds;
      return original();
    },
  },
  /** Takes a proof for one request with any other. */
  {
    id: 'dpop-unbound-request',
    pipeline: 'orders',
    step: 'dpop-uri',
    title: 'Method and address of DPoP proofs not checked',
    clause: 'RFC 9449 §4.3',
    instead: () => undefined,
    alongside: { 'dpop-method': () => undefined },
  },
  /** Takes any proof with any token, so that a stolen token works with the key of the thief. */
  {
    id: 'dpop-no-ath',
    pipeline: 'orders',
    step: 'dpop-token-hash',
    title: 'DPoP proof not compared with the access token',
    clause: 'RFC 9449 §7.1',
    instead: () => undefined,
    alongside: { 'dpop-key-matches': () => undefined },
  },
  /** Takes a bound token for a bearer token where it comes as one. */
  {
    id: 'dpop-as-bearer',
    pipeline: 'orders',
    step: 'dpop-scheme',
    title: 'Bound token accepted as a bearer token',
    clause: 'RFC 9449 §7.2',
    instead: ({ bearer }, original) => (required(bearer).scheme === 'Bearer' ? undefined : original()),
  },
];
