import { randomBytes } from 'node:crypto';
import type { CryptoKey } from 'jose';
import type { Has } from './flaws.ts';
import { Throttle } from './throttle.ts';

export type Authentication = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';

/** A client as the server has registered it. */
export interface Client {
  readonly id: string;
  readonly authentication: Authentication;
  readonly secret: string | null;
  readonly publicKey: CryptoKey | null;
  readonly redirectUris: readonly string[];
  readonly grants: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

/** The consent of a user to a client: it ends with all its tokens. RFC 9700 §4.14.2 */
export interface Grant {
  readonly clientId: string;
  readonly username: string;
  scope: readonly string[];
  isEnded: boolean;
}

export interface Code {
  readonly grant: Grant;
  readonly redirectUri: string | null;
  readonly challenge: { readonly value: string; readonly method: string } | null;
  readonly nonce: string | null;
  readonly expiresAt: number;
  isUsed: boolean;
}

export interface AccessToken {
  readonly clientId: string;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly grant: Grant | null;
  readonly expiresAt: number;
  isRevoked: boolean;
}

export interface RefreshToken {
  readonly grant: Grant;
  isUsed: boolean;
}

/** An authorization request that was found good, and waits for a person. */
export interface Asked {
  readonly client: Client;
  /** As it stood in the request; null: it did not. */
  readonly givenUri: string | null;
  readonly redirectUri: string;
  readonly responseType: string;
  readonly scope: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
  readonly challenge: Code['challenge'];
}

export interface Interaction {
  readonly asked: Asked;
  readonly browser: string;
  readonly csrf: string;
}

export interface Session {
  readonly username: string;
  /** Client and scope that the user allowed in this browser. */
  readonly allowed: Set<string>;
}

/** All that the server knows. */
export interface State {
  readonly issuer: string;
  readonly has: Has;
  readonly clients: ReadonlyMap<string, Client>;
  readonly users: ReadonlyMap<string, string>;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly codes: Map<string, Code>;
  readonly accessTokens: Map<string, AccessToken>;
  readonly refreshTokens: Map<string, RefreshToken>;
  readonly interactions: Map<string, Interaction>;
  readonly sessions: Map<string, Session>;
  readonly usedAssertions: Set<string>;
  readonly throttle: Throttle;
  /** Counts what the flaws count. */
  next(): number;
}

export const token = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
export const now = (): number => Math.floor(Date.now() / 1_000);

export function newState(
  given: Pick<State, 'issuer' | 'has' | 'clients' | 'users' | 'privateKey' | 'publicKey'>,
): State {
  let count = 0;
  return {
    ...given,
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    interactions: new Map(),
    sessions: new Map(),
    usedAssertions: new Set(),
    throttle: new Throttle(),
    next: () => (count += 1),
  };
}
