import type { RawResponse } from '#main/platform/raw-http.ts';
import { type CallbackSeen, PlayFailure, parseJson } from '#main/services/flow-player/index.ts';
import type { ClaimsSeen } from '#shared/flows/expectations/index.ts';
import type { BrowseStep, ClientCheckView, ScriptStep, SendStep } from '#shared/flows/index.ts';
import { unwrappedResponse } from '#shared/oauth/index.ts';
import {
  type CheckResult,
  callbackChecks,
  makeChecks,
  metadataChecks,
  tokenResponseChecks,
  userinfoChecks,
} from '../pure/client-checks/index.ts';
import { callbackSeen } from './callback-seen.ts';
import type { CheckedRun } from './checked-run.ts';
import { discoveryChecks } from './discovery-checks.ts';
import { expectedChecks } from './expected-checks.ts';
import { IdTokens } from './id-tokens.ts';
import { readJwt } from './read-jwt.ts';
import { ServerKeys } from './server-keys.ts';
import { isAt, markSaid, noteOperation } from './token-states.ts';

/** The checks of the client of a run, with their results. */
export class ClientChecks {
  readonly #run: CheckedRun;
  readonly #results = new Map<string, readonly CheckResult[]>();
  readonly #keys: ServerKeys;
  readonly #idTokens: IdTokens;

  constructor(run: CheckedRun) {
    this.#run = run;
    this.#keys = new ServerKeys(run.player);
    this.#idTokens = new IdTokens(run, this.#keys);
  }

  /** Verifies a token of the run with the keys of the server. False: no key of the server says anything of it. */
  async verify(token: string): Promise<boolean> {
    const jwt = readJwt(token);
    const signature = jwt === null ? 'no-key' : await this.#keys.verify(jwt, 'check', null);
    if (jwt === null || (signature !== 'right' && signature !== 'wrong')) return false;
    const { exp } = jwt.claims;
    const isLive = typeof exp !== 'number' || this.#run.player.nowMillis() < exp * 1_000;
    markSaid(this.#run, token, signature === 'right' && isLive);
    return true;
  }

  /** A JWT of the run with what the keys of the server say of its signature; null: it is none. */
  async claims(token: string): Promise<ClaimsSeen | null> {
    const jwt = readJwt(token);
    if (jwt === null) return null;
    const secret = (await this.#run.player.lookUp(['client_secret'])).get('client_secret') ?? null;
    const signature = await this.#keys.verify(jwt, 'expectations', secret);
    return { claims: jwt.claims, isVerified: signature === 'right' };
  }

  /** Checks an authorization response before it is read. @throws PlayFailure where the client refuses it */
  async callback(
    step: BrowseStep,
    callback: CallbackSeen,
    parameters: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { player } = this.#run;
    const { issuer } = player.target.endpoints;
    const metadata = makeChecks(metadataChecks, { issuer, metadata: player.target.metadata ?? null });
    const results = makeChecks(
      callbackChecks,
      await callbackSeen(this.#run, step, callback, { parameters, keys: this.#keys }),
    );
    this.#results.set(step.id, [...metadata, ...results]);
    this.#markState(step, results);
    refuse('metadata', metadata);
    refuse('response', results);
  }

  #markState(step: BrowseStep, results: readonly CheckResult[]): void {
    const { player } = this.#run;
    const name = `${step.prefix}state`;
    const value = player.values.get(name);
    const outcome = results.find(({ id }) => id === 'state')?.outcome;
    if (value === undefined || outcome === undefined) return;
    if (outcome === 'passed') player.set(name, { ...value, state: 'matches', tone: 'ok' });
    else if (outcome === 'remark') player.set(name, { ...value, state: 'not sent', tone: 'warn' });
    else player.set(name, { ...value, state: 'differs', tone: 'danger' });
  }

  /** Checks the ID token of an authorization response. @throws PlayFailure where the client refuses it */
  async frontIdToken(step: BrowseStep, came: ReadonlyMap<string, string>): Promise<void> {
    const parameters = unwrappedResponse(came);
    const token = parameters.get('id_token');
    if (token === undefined || token === '') return;
    const accessToken = parameters.get('access_token') ?? null;
    const code = parameters.get('code') ?? null;
    await this.#idToken(step, token, { isFront: true, isRefreshed: false, accessToken, code });
  }

  /** Notes what an answer says of a token that was asked about. */
  noteAnswer(step: SendStep, response: RawResponse): void {
    noteOperation(this.#run, step, response);
  }

  /** Checks what the server answered, after it was read. @throws PlayFailure where the client refuses it */
  async answer(step: SendStep, response: RawResponse): Promise<void> {
    if (step.reading === 'tokens' && response.status === 200) return this.#tokens(step, response);
    const found = discoveryChecks(this.#run, step, response);
    this.#add(step, found.results);
    refuse(found.subject, found.results);
    if (response.status !== 200 || !isAt(this.#run, step, 'userinfo')) return;
    const results = makeChecks(userinfoChecks, {
      claims: parseJson(response),
      subject: this.#idTokens.subject(step.prefix),
    });
    this.#add(step, results);
    refuse('userinfo response', results);
  }

  async #tokens(step: SendStep, response: RawResponse): Promise<void> {
    const answer = parseJson(response) ?? {};
    const results = makeChecks(tokenResponseChecks, { answer, isBound: hasProof(step) });
    this.#results.set(step.id, results);
    refuse('token response', results);
    const { id_token: token, access_token: accessToken } = answer;
    if (typeof token !== 'string') return;
    const { body } = step.request;
    const isRefreshed =
      body.kind === 'form' &&
      body.fields.some(({ name, value }) => name === 'grant_type' && value === 'refresh_token');
    await this.#idToken(step, token, {
      isFront: false,
      isRefreshed,
      accessToken: typeof accessToken === 'string' ? accessToken : null,
      code: isRefreshed ? null : (this.#run.player.values.get(`${step.prefix}code`)?.value ?? null),
    });
  }

  async #idToken(step: BrowseStep | SendStep, token: string, came: Parameters<IdTokens['check']>[2]) {
    const results = await this.#idTokens.check(step, token, came);
    this.#add(step, results);
    refuse('ID token', results);
  }

  #add({ id }: ScriptStep, results: readonly CheckResult[]): void {
    this.#results.set(id, [...(this.#results.get(id) ?? []), ...results]);
  }

  /** All checks step by step: those that were made, and those still to come. */
  view(): ClientCheckView[] {
    return this.#run.steps.flatMap((step) => {
      const made = this.#results.get(step.id);
      return (made ?? expectedChecks(this.#run, step)).map((result) => ({ stepId: step.id, ...result }));
    });
  }
}

/** @throws PlayFailure at the first check that failed */
function refuse(subject: string, results: readonly CheckResult[]): void {
  const first = results.find(({ outcome }) => outcome === 'failed');
  if (first === undefined) return;
  const sentence = first.sentence.charAt(0).toLowerCase() + first.sentence.slice(1);
  throw new PlayFailure(`The client rejects the ${subject}: ${sentence}`);
}

function hasProof({ request }: SendStep): boolean {
  return request.headers.some(({ name, isOmitted }) => name.toLowerCase() === 'dpop' && !isOmitted);
}
