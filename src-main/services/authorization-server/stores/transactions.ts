import type { PkceMethod } from '#shared/oauth/index.ts';

const lifetimeMillis = 600_000;
const maximumOpen = 10_000;

/** A checked authorization request that waits for its user. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly redirectUriGiven: boolean;
  readonly scopes: readonly string[];
  readonly scopeDiffers: boolean;
  /** `state` in the encoding in which it was sent; null where it was not. */
  readonly encodedState: string | null;
  readonly challenge: { readonly value: string; readonly method: PkceMethod } | null;
  readonly loginHint: string;
  readonly uiLocales: string;
}

/** One person's way through sign-in and consent, bound to one browser by a cookie. */
export interface Transaction {
  readonly id: string;
  readonly request: AuthorizationRequest;
  readonly cookieSecret: string;
  readonly expiresAtMillis: number;
  csrf: string;
  /** Null until the user has signed in. */
  username: string | null;
}

export interface TransactionStore {
  /** The open transaction with this id, unless its time is over. */
  find(id: string, nowMillis: number): Transaction | undefined;
  begin(transaction: Omit<Transaction, 'expiresAtMillis'>, nowMillis: number): Transaction;
  end(transaction: Transaction): void;
  purge(nowMillis: number): void;
}

/** Keeps open transactions in memory only: a restart asks the user to begin again. Bounded, the oldest goes first. */
export function createTransactionStore(): TransactionStore {
  const open = new Map<string, Transaction>();
  const purge = (nowMillis: number): void => {
    for (const [id, transaction] of open) if (transaction.expiresAtMillis <= nowMillis) open.delete(id);
  };
  return {
    find(id, nowMillis) {
      const transaction = open.get(id);
      return transaction !== undefined && transaction.expiresAtMillis > nowMillis ? transaction : undefined;
    },
    begin(given, nowMillis) {
      if (open.size >= maximumOpen) purge(nowMillis);
      const oldest = open.size >= maximumOpen ? open.keys().next().value : undefined;
      if (oldest !== undefined) open.delete(oldest);
      const transaction: Transaction = { ...given, expiresAtMillis: nowMillis + lifetimeMillis };
      open.set(transaction.id, transaction);
      return transaction;
    },
    end: (transaction) => void open.delete(transaction.id),
    purge,
  };
}

/** Lifetime of a transaction in seconds, for its cookie. */
export const transactionLifetimeSeconds = lifetimeMillis / 1_000;
