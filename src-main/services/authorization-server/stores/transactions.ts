import type { ClaimsRequest, PkceMethod } from '#shared/oauth/index.ts';
import type { AnswerMode } from '../authorize/answer-mode.ts';
import type { Subject } from '../subject.ts';
import type { Audience } from './audience.ts';

const lifetimeMillis = 600_000;
const maxOpen = 10_000;

/** A checked authorization request that waits for its user. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly redirectUriGiven: boolean;
  /** As `responseTypes` spells it. */
  readonly responseType: string;
  readonly responseMode: AnswerMode;
  /** Where errors go: the documents want the query where a success has the fragment. */
  readonly errorMode: AnswerMode;
  readonly scopes: readonly string[];
  readonly scopeDiffers: boolean;
  /** `state` in the encoding in which it was sent; null where it was not. */
  readonly encodedState: string | null;
  /** Whom the answer names as its author; null: nobody. RFC 9207 §2 */
  readonly responseIssuer: string | null;
  readonly challenge: { readonly value: string; readonly method: PkceMethod } | null;
  readonly nonce: string | null;
  /** `dpop_jkt`; null where it was not sent. RFC 9449 §10 */
  readonly dpopJkt: string | null;
  readonly prompts: ReadonlySet<string>;
  readonly maxAgeSeconds: number | null;
  readonly loginHint: string;
  /** The only user for whom there may be an answer, by an ID token of before; null: any. OpenID Connect Core §3.1.2.1 */
  readonly hintedUsername: string | null;
  readonly uiLocales: string;
  /** `request_uri` of the pushed request that the response uses up; null: nothing. RFC 9126 §4 */
  readonly pushedUri: string | null;
  /** Whom the tokens are meant for; null: as the client is set. RFC 8707 §2.1 */
  readonly audience: Audience;
  readonly claims: ClaimsRequest | null;
  /** True if only a user whose class of authentication is known may have a response. OpenID Connect Core §5.5.1.1 */
  readonly isClassEssential: boolean;
  /** Hash of the document that the user is asked to agree to; undefined: the client is registered. */
  readonly documentHash: string | undefined;
}

/** One person's way through sign-in and consent, bound to one browser by a cookie. */
export interface Transaction {
  readonly id: string;
  readonly request: AuthorizationRequest;
  /** The secret that the browser keeps; the same in all that are open in it. */
  readonly cookieSecret: string;
  readonly expiresAtMillis: number;
  csrf: string;
  /** Null until the user has signed in. */
  subject: Subject | null;
  /** Accounts that the user may choose from; null where there is no choice. */
  choices: readonly Subject[] | null;
  /** The sign-in at another provider that is under way; null: none. */
  away: AwayAtProvider | null;
}

/**
 * The values that tie the answer of an identity provider to the request that was sent there. OpenID Connect Core
 * §3.1.2.1
 */
export interface AwayAtProvider {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE verifier of our own request. */
  readonly verifier: string;
}

export interface TransactionStore {
  /** The open transaction with this id, unless its time is over. */
  find(id: string, nowMillis: number): Transaction | undefined;
  /** The open transaction whose user is away at a provider, by the `state` that went there. */
  findAway(state: string, nowMillis: number): Transaction | undefined;
  begin(transaction: Omit<Transaction, 'expiresAtMillis'>, nowMillis: number): Transaction;
  end(transaction: Transaction): void;
  /** True if a sign-in is open in the browser with this secret. */
  isOpenIn(cookieSecret: string): boolean;
  /** Ends what waits for somebody who is signed in, in a browser with one of these secrets. */
  endSignedIn(cookieSecrets: readonly string[]): void;
  purge(nowMillis: number): void;
}

/** Keeps open transactions in memory only: a restart asks the user to begin again. Bounded, the oldest goes first. */
export function createTransactionStore(): TransactionStore {
  const open = new Map<string, Transaction>();
  const openIn = new Map<string, number>();
  const count = ({ cookieSecret }: Transaction, change: 1 | -1): void => {
    const number = (openIn.get(cookieSecret) ?? 0) + change;
    if (number === 0) openIn.delete(cookieSecret);
    else openIn.set(cookieSecret, number);
  };
  const end = (transaction: Transaction): void => {
    if (open.delete(transaction.id)) count(transaction, -1);
  };
  const purge = (nowMillis: number): void => {
    for (const transaction of open.values()) if (transaction.expiresAtMillis <= nowMillis) end(transaction);
  };
  const live = (transaction: Transaction | undefined, nowMillis: number): Transaction | undefined =>
    transaction !== undefined && transaction.expiresAtMillis > nowMillis ? transaction : undefined;
  return {
    find: (id, nowMillis) => live(open.get(id), nowMillis),
    findAway: (state, nowMillis) =>
      live(
        [...open.values()].find(({ away }) => away?.state === state),
        nowMillis,
      ),
    begin(given, nowMillis) {
      if (open.size >= maxOpen) purge(nowMillis);
      const oldest = open.size >= maxOpen ? open.values().next().value : undefined;
      if (oldest !== undefined) end(oldest);
      const transaction: Transaction = { ...given, expiresAtMillis: nowMillis + lifetimeMillis };
      open.set(transaction.id, transaction);
      count(transaction, 1);
      return transaction;
    },
    end,
    isOpenIn: (cookieSecret) => openIn.has(cookieSecret),
    endSignedIn(cookieSecrets) {
      for (const transaction of open.values())
        if (
          (transaction.subject ?? transaction.choices) !== null &&
          cookieSecrets.includes(transaction.cookieSecret)
        )
          end(transaction);
    },
    purge,
  };
}

/** Lifetime of a transaction in seconds, for its cookie. */
export const transactionLifetimeSeconds = lifetimeMillis / 1_000;
