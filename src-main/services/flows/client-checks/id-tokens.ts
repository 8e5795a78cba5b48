import type { BrowseStep, SendStep } from '#shared/flows/index.ts';
import {
  type CheckResult,
  type IdTokenSeen,
  idTokenChecks,
  makeChecks,
  refreshedIdTokenChecks,
} from '../pure/client-checks/index.ts';
import { browseOf, type CheckedRun, requestParameter } from './checked-run.ts';
import { halfHash, type ReadJwt, readJwt } from './read-jwt.ts';
import type { ServerKeys } from './server-keys.ts';

type Claims = ReadJwt['claims'];

/** How an ID token came. */
interface Came {
  readonly isFront: boolean;
  readonly isRefreshed: boolean;
  readonly accessToken: string | null;
  readonly code: string | null;
}

/** Checks the ID tokens of a run, and remembers the first of each party for those that renew it. */
export class IdTokens {
  readonly #run: CheckedRun;
  readonly #keys: ServerKeys;
  readonly #first = new Map<string, Claims>();

  constructor(run: CheckedRun, keys: ServerKeys) {
    this.#run = run;
    this.#keys = keys;
  }

  /** The user of the first ID token; null: there is none. */
  subject(prefix: string): string | null {
    const sub = this.#first.get(prefix)?.['sub'];
    return typeof sub === 'string' ? sub : null;
  }

  async check(step: BrowseStep | SendStep, token: string, came: Came): Promise<readonly CheckResult[]> {
    const jwt = readJwt(token);
    const results = jwt === null ? [unread(token)] : await this.#check(step, jwt, came);
    this.#mark(step.prefix, token, results, jwt?.claims['exp']);
    const isRefused = results.some(({ outcome }) => outcome === 'failed');
    if (jwt !== null && !isRefused && !came.isRefreshed && !this.#first.has(step.prefix))
      this.#first.set(step.prefix, jwt.claims);
    return results;
  }

  async #check(step: BrowseStep | SendStep, jwt: ReadJwt, came: Came): Promise<readonly CheckResult[]> {
    const { player } = this.#run;
    const client = player.client(holderPrefix(step));
    const algorithms = this.#algorithms(client?.idTokenAlgorithm ?? null);
    const { alg } = jwt.header;
    const isMac = typeof alg === 'string' && alg.startsWith('HS') && algorithms?.includes(alg) === true;
    const browse = browseOf(this.#run, step.prefix);
    const seen: IdTokenSeen = {
      header: jwt.header,
      claims: jwt.claims,
      signature: await this.#keys.verify(jwt, step.id, isMac ? (client?.secret ?? null) : null),
      algorithms,
      issuer: player.target.endpoints.issuer,
      clientId: client?.clientId ?? '',
      nonce: came.isRefreshed ? undefined : requestParameter(this.#run, browse, 'nonce'),
      nowSeconds: player.nowMillis() / 1_000,
      maxAgeSeconds: secondsOf(requestParameter(this.#run, browse, 'max_age')),
      isFront: came.isFront,
      accessToken: came.accessToken,
      code: came.code,
      halfHash: (text) => halfHash(alg, text),
      earlier: came.isRefreshed ? (this.#first.get(step.prefix) ?? null) : null,
    };
    return makeChecks([...idTokenChecks, ...refreshedIdTokenChecks], seen);
  }

  /** OpenID Connect Core §3.1.3.7: the registered one; else those with a public key that the metadata name. */
  #algorithms(registered: string | null): readonly string[] | null {
    if (registered !== null) return [registered];
    const named: unknown = this.#run.player.target.metadata?.['id_token_signing_alg_values_supported'];
    if (!Array.isArray(named)) return null;
    const texts = (named as readonly unknown[]).filter((one) => typeof one === 'string');
    return texts.filter((one) => one !== 'none' && !one.startsWith('HS'));
  }

  #mark(prefix: string, token: string, results: readonly CheckResult[], exp: unknown): void {
    const { player } = this.#run;
    const value = player.values.get(`${prefix}id_token`);
    if (value?.value !== token) return;
    const isFailed = results.some(({ outcome }) => outcome === 'failed');
    const isProved = results.some(({ id, outcome }) => id === 'signature' && outcome === 'passed');
    if (!isFailed && !isProved) return;
    const endMillis = typeof exp === 'number' ? exp * 1_000 : null;
    player.set(`${prefix}id_token`, {
      ...value,
      ...(isFailed
        ? ({ state: 'invalid', tone: 'danger' } as const)
        : ({ state: 'valid', tone: 'ok' } as const)),
      checkedAtMillis: player.nowMillis(),
      validUntilMillis: endMillis,
    });
  }
}

/** A step of a client that holds the token for another names it in its credentials. */
function holderPrefix({ request }: BrowseStep | SendStep): string {
  const text = JSON.stringify(request);
  return /\{\{(\w+)\.(?:client_id|basic_credentials|client_assertion)\}\}/.exec(text)?.[1] ?? '';
}

function secondsOf(text: string | null | undefined): number | null {
  return text != null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function unread(token: string): CheckResult {
  const { id, title, clause } = {
    id: 'signature',
    title: 'Signature was made with a key of the server',
    clause: 'OpenID Connect Core §3.1.3.7',
  } as const;
  return token.split('.').length === 5
    ? { id, title, clause, outcome: 'not-checked', sentence: 'It is encrypted.' }
    : { id, title, clause, outcome: 'failed', sentence: 'It is not a valid JWT.' };
}
