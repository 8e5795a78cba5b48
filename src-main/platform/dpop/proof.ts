import type { KeyObject } from 'node:crypto';
import type { CompactJws } from '../compact-jws.ts';
import type { Evidence, Refusal } from '../pipeline.ts';
import { createNonces, type Nonces } from './nonces.ts';
import { createProofKeys, type ProofKeys } from './proof-key.ts';
import { UsedProofs } from './replays.ts';

/** Proofs that a server remembers at the same time. */
const maxUsedProofs = 100_000;

/** Memory of a server that takes proofs. */
export interface DpopState {
  readonly keys: ProofKeys;
  readonly used: UsedProofs;
  readonly nonces: Nonces;
}

/** Creates the state, empty. */
export function createDpopState(): DpopState {
  return { keys: createProofKeys(), used: new UsedProofs(maxUsedProofs), nonces: createNonces() };
}

/** A proof on its way through its checks. RFC 9449 §4.2 */
export interface DpopProof {
  readonly jws: CompactJws;
  /** The key of its header; null until it has been read. */
  key: KeyObject | null;
  /** The thumbprint of that key, to which tokens are bound; empty until it has been read. RFC 7638 §3 */
  thumbprint: string;
  /** Tells two proofs apart besides key and `jti`; empty, unless a server is flawed. */
  replayMark: string;
  /** How long it is remembered, in seconds from its `iat`: as long as it is taken. */
  rememberedSeconds: number;
}

/** A request that may bring a proof. */
export interface DpopContext {
  readonly nowMillis: number;
  /** Null: none was read. */
  dpop: DpopProof | null;
}

/** The error codes: the first is about the proof, the second asks for a nonce, the third is about the token. */
export type DpopError = 'invalid_dpop_proof' | 'use_dpop_nonce' | 'invalid_token';

/** A place that takes proofs, and how it sees a request. */
export interface ProofPlace<C extends DpopContext> {
  readonly state: (context: C) => DpopState;
  /** True if a proof is to be checked: one is there, or the way in which the token is sent demands one. */
  readonly applies: (context: C) => boolean;
  /** The values of all DPoP fields, as they were sent. */
  readonly sent: (context: C) => readonly string[];
  readonly method: (context: C) => string;
  /** The addresses by which the request may have been sent here, without the query. */
  readonly uris: (context: C) => readonly string[];
  /** True if a proof was read. */
  readonly isProven: (context: C) => boolean;
  /** True if a proof was read that needs a nonce. */
  readonly needsNonce: (context: C) => boolean;
  readonly refuse: (
    context: C,
    error: DpopError,
    evidence: Evidence & { readonly detail: string },
  ) => Refusal;
}

/** A place that takes tokens which may be bound to a key. */
export interface ResourcePlace<C extends DpopContext> extends ProofPlace<C> {
  readonly token: (context: C) => string;
  /** The thumbprint of the key that the token is bound to; null: it is a bearer token. */
  readonly boundTo: (context: C) => string | null;
}
