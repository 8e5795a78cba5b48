import { hash } from 'node:crypto';
import type { ResourceServerConfig } from '#shared/gateway/types.ts';
import type { ResolvedToken, ResolveToken } from './resolver.ts';

const maxKept = 10_000;

interface Kept {
  readonly resolved: ResolvedToken;
  readonly sinceMillis: number;
  readonly untilMillis: number;
}

/** Facts about tokens, kept for as long as a route trusts them; the oldest goes first. Never by the token itself. */
export class TokenCache {
  readonly #config: ResourceServerConfig['cache'];
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new Map<string, Promise<ResolvedToken | null>>();

  constructor(config: ResourceServerConfig['cache']) {
    this.#config = config;
  }

  find(token: string, nowMillis: number): ResolvedToken | null {
    if (!this.#config.isEnabled) return null;
    const kept = this.#kept.get(keyOf(token));
    // A clock that was set back shows nothing to be fresh.
    return kept === undefined || nowMillis >= kept.untilMillis || nowMillis < kept.sinceMillis
      ? null
      : kept.resolved;
  }

  /** Asks; who asks for the same token meanwhile waits for the same answer. @throws ResolverFailure */
  resolve(token: string, nowMillis: number, resolve: ResolveToken): Promise<ResolvedToken | null> {
    if (!this.#config.isEnabled) return resolve(token, nowMillis);
    const key = keyOf(token);
    const pending = this.#asked.get(key);
    if (pending !== undefined) return pending;
    const asked = resolve(token, nowMillis)
      .then((resolved) => {
        if (resolved !== null) this.#keep(key, resolved, nowMillis);
        return resolved;
      })
      .finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  clear(): void {
    this.#kept.clear();
  }

  #keep(key: string, resolved: ResolvedToken, nowMillis: number): void {
    const { defaultTimeoutMillis, maxTimeoutMillis } = this.#config;
    const end = resolved.expiresAtMillis ?? nowMillis + defaultTimeoutMillis;
    const untilMillis = Math.min(end, nowMillis + (maxTimeoutMillis ?? Number.POSITIVE_INFINITY));
    if (untilMillis <= nowMillis) return;
    this.#kept.delete(key);
    const oldest = this.#kept.size >= maxKept ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { resolved, sinceMillis: nowMillis, untilMillis });
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
