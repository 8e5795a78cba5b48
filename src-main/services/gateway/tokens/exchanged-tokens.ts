import { hash } from 'node:crypto';

const maxKept = 10_000;
/** A token that ends before the upstream has it would be refused. */
const marginMillis = 5_000;

/** A token for the upstream, and when it ends. */
export interface ExchangedToken {
  readonly token: string;
  readonly expiresAtMillis: number;
}

interface Kept extends ExchangedToken {
  readonly sinceMillis: number;
}

/** Tokens for the upstream by those of the clients, of which only hashes are kept; the oldest goes first. */
export class ExchangedTokens {
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new Map<string, Promise<ExchangedToken>>();

  /** Returns the token for a client's one; who asks for the same meanwhile waits for the same answer. */
  async get(subject: string, nowMillis: number, ask: () => Promise<ExchangedToken>): Promise<string> {
    const key = hash('sha256', subject, 'base64url');
    const kept = this.#kept.get(key);
    // A clock that was set back shows nothing to be fresh.
    if (
      kept !== undefined &&
      nowMillis >= kept.sinceMillis &&
      nowMillis < kept.expiresAtMillis - marginMillis
    )
      return kept.token;
    const asked = this.#asked.get(key) ?? this.#ask(key, nowMillis, ask);
    return (await asked).token;
  }

  clear(): void {
    this.#kept.clear();
  }

  #ask(key: string, nowMillis: number, ask: () => Promise<ExchangedToken>): Promise<ExchangedToken> {
    const asked = ask()
      .then((token) => {
        this.#keep(key, { ...token, sinceMillis: nowMillis });
        return token;
      })
      .finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  #keep(key: string, token: Kept): void {
    this.#kept.delete(key);
    const oldest = this.#kept.size >= maxKept ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, token);
  }
}
