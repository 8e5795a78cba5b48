import { defaultRawLimits, type RawLimits, type RawResponse } from '#main/platform/raw-http.ts';
import { SendFailure, type SendRecorded } from '#main/services/activity/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type BrowseStep,
  type FlowParty,
  type FlowScript,
  fillTemplate,
  isFillable,
  type MakeStep,
  type OperateStep,
  type RenderedRequest,
  type RequestTemplate,
  renderRequest,
  requestNames,
  type SendStep,
  templateNames,
  type WaitStep,
} from '#shared/flows/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { CallbackSeen } from './callback-seen.ts';
import { ClientValues, sha256 } from './client-values.ts';
import { CookieJar } from './cookie-jar.ts';
import type { DebuggerIssuer } from './debugger-issuer.ts';
import { asksForNonce, DpopProofs, partyOfProof } from './dpop-proofs.ts';
import { makers } from './makers/index.ts';
import type { MakerContext } from './makers/maker.ts';
import { operate } from './operate.ts';
import { PlayFailure } from './play-failure.ts';
import { plainValue, type RunValue } from './play-values.ts';
import { readCallback, readResponse, responseParameters } from './read-response.ts';
import type { PlayTarget } from './target.ts';

/** External dependencies of the player. */
export interface PlayerPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly send: SendRecorded;
  /** Waits in real time. */
  readonly sleep: (millis: number) => Promise<void>;
  readonly issuer: () => Promise<DebuggerIssuer>;
  readonly limits?: RawLimits;
}

/** The outcome of one request. */
export interface SendOutcome {
  readonly exchangeId: string;
  readonly request: RenderedRequest;
  readonly response: RawResponse | null;
  /** Why there is no answer. */
  readonly failure: GatehouseError | null;
  readonly durationMillis: number;
  /** The page as a script has drawn it, as tags; absent: it was not looked at. */
  readonly drawn?: string;
}

/** Options for playing a run. */
export interface PlayerOptions {
  readonly ports: PlayerPorts;
  readonly target: PlayTarget;
  readonly script: FlowScript;
  readonly tags: readonly string[];
  /** Values that are there from the beginning. */
  readonly given?: ReadonlyMap<string, RunValue>;
}

/**
 * Plays the steps of a script against a server: holds the values, the cookies, and the outcome of each
 * request.
 */
export class Player {
  readonly target: PlayTarget;
  readonly values: Map<string, RunValue>;
  readonly outcomes = new Map<string, SendOutcome[]>();
  /** Further tags of the exchanges of a step. */
  readonly marks = new Map<string, readonly string[]>();
  /** Authorization responses that came, by their steps, refused ones too. */
  readonly callbacks = new Map<string, CallbackSeen>();
  readonly #ports: PlayerPorts;
  readonly #tags: readonly string[];
  readonly #parties: ClientValues;
  readonly #jars = new Map<string, CookieJar>();
  readonly #proofs: DpopProofs;

  constructor({ ports, target, script, tags, given }: PlayerOptions) {
    this.target = target;
    this.values = new Map(given);
    this.#ports = ports;
    this.#tags = tags;
    this.#parties = new ClientValues(target, script.parties, ports);
    this.#proofs = new DpopProofs(ports);
  }

  /** The client of a party of the script. */
  client(prefix = ''): ReturnType<ClientValues['client']> {
    return this.#parties.client(prefix);
  }

  /** Somebody else takes part from now on: their values have the name before them. */
  addParty(name: string, party: FlowParty): void {
    this.#parties.add(name, party);
  }

  nowMillis(): number {
    return this.#ports.clock.nowMillis();
  }

  set(name: string, value: RunValue): void {
    this.values.set(name, value);
  }

  jar(browser: string): CookieJar {
    const jar = this.#jars.get(browser) ?? new CookieJar();
    this.#jars.set(browser, jar);
    return jar;
  }

  /** Fills one template in. @throws flow.value-missing */
  async fill(template: string, extra: ReadonlyMap<string, string> = new Map()): Promise<string> {
    const found = await this.#find(templateNames(template), extra);
    return fillTemplate(template, { resolve: (name) => found.get(name), sha256 }) ?? '';
  }

  /** Fills a template in with the values of the run; null where something is missing. */
  fillNow(template: string, more: ReadonlyMap<string, string> = new Map()): string | null {
    const resolve = (name: string) => this.values.get(name)?.value ?? more.get(name);
    // Asked for each view of a run: an exception costs far more than the answer.
    if (!isFillable(template, resolve)) return null;
    try {
      return fillTemplate(template, { resolve, sha256 });
    } catch {
      return null;
    }
  }

  /** Puts a request together as it would be sent now. @throws flow.value-missing, PlayFailure */
  async prepare(request: RequestTemplate, browser: string | null = null): Promise<RenderedRequest> {
    return (await this.prepareBoth(request, request, browser))[0];
  }

  /** Puts two requests together from the same values, those of the moment too. @throws flow.value-missing, PlayFailure */
  async prepareBoth(
    request: RequestTemplate,
    other: RequestTemplate,
    browser: string | null,
  ): Promise<readonly [RenderedRequest, RenderedRequest]> {
    const extra = new Map<string, string>();
    if (browser !== null) {
      const url = await this.#addressOf(request);
      extra.set('cookies', url === null ? '' : this.jar(browser).header(url));
    }
    const names = new Set([...requestNames(request), ...requestNames(other)]);
    for (const name of names) {
      const party = partyOfProof(name);
      if (party !== null && !this.values.has(name)) extra.set(name, await this.#proof(party, request));
      else if (name === 'dpop_jkt') extra.set(name, this.#proofs.thumbprint(''));
    }
    const found = await this.#find([...names], extra);
    const context = { resolve: (name: string) => found.get(name), sha256 };
    const rendered = renderRequest(request, context);
    return [rendered, request === other ? rendered : renderRequest(other, context)];
  }

  /** A proof for a request as it would be sent now. RFC 9449 §4.2 */
  async #proof(party: string, request: RequestTemplate): Promise<string> {
    const { value = '' } = request.headers.find(({ name }) => name === 'Authorization') ?? {};
    const [, token] = /^DPoP (.+)$/.exec(await this.fill(value)) ?? [];
    return this.#proofs.make(party, {
      method: await this.fill(request.method),
      url: await this.fill(request.origin + request.path),
      token: token ?? null,
    });
  }

  async #addressOf({ origin, path }: RequestTemplate): Promise<URL | null> {
    const text = await this.fill(origin + path);
    return URL.canParse(text) ? new URL(text) : null;
  }

  /** The values of names, of the run or of the parties; those that have none are absent. */
  lookUp(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#find(names, new Map());
  }

  async #find(
    names: readonly string[],
    extra: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const name of names) {
      const value = extra.get(name) ?? this.values.get(name)?.value ?? (await this.#parties.find(name));
      if (value !== undefined) found.set(name, value);
    }
    return found;
  }

  /** Sends bytes and notes the outcome; a failure is an outcome too. `hidden` are values that are not recorded in clear. */
  async transmit(
    stepId: string,
    request: RenderedRequest,
    browser: string | null = null,
    connection: string | null = '',
    hidden: readonly string[] = [],
  ): Promise<SendOutcome> {
    const outcome = await this.#send(stepId, request, connection, hidden);
    if (outcome.response !== null) this.#proofs.keepNonce(request.origin, outcome.response);
    if (browser !== null && outcome.response !== null && URL.canParse(request.origin + request.target))
      this.jar(browser).keep(new URL(request.origin + request.target), outcome.response.headers);
    this.note(stepId, outcome);
    return outcome;
  }

  /** Tags of the exchanges of a step, of those too that another one makes for it. */
  tagsOf(stepId: string): readonly string[] {
    return [...this.#tags, `step:${stepId}`, ...(this.marks.get(stepId) ?? [])];
  }

  /** Notes the outcome of a request that a browser has made for a step. */
  note(stepId: string, outcome: SendOutcome): void {
    this.outcomes.set(stepId, [...(this.outcomes.get(stepId) ?? []), outcome]);
  }

  /** Notes what a script has drawn of the last answer to a step. */
  noteDrawn(stepId: string, drawn: string): void {
    const outcomes = this.outcomes.get(stepId) ?? [];
    const last = outcomes.at(-1);
    if (last !== undefined) this.outcomes.set(stepId, [...outcomes.slice(0, -1), { ...last, drawn }]);
  }

  /** Waits in real time, in milliseconds. */
  pause(millis: number): Promise<void> {
    return this.#ports.sleep(millis);
  }

  /** The same request with the nonce that its answer asked for; null: it asked for none. RFC 9449 §8 */
  async preparedAgain(
    { request, browser }: Pick<SendStep, 'request' | 'browser'>,
    { response }: SendOutcome,
  ): Promise<RenderedRequest | null> {
    const isProven = requestNames(request).some((name) => partyOfProof(name) !== null);
    return isProven && asksForNonce(response) ? this.prepare(request, browser) : null;
  }

  async #send(
    stepId: string,
    request: RenderedRequest,
    connection: string | null,
    hidden: readonly string[],
  ): Promise<SendOutcome> {
    const { ports, target } = { ports: this.#ports, target: this.target };
    const { limits = defaultRawLimits } = ports;
    const shown = connection === null ? undefined : this.client(connection);
    const outgoing = target.outgoing?.(shown?.clientId ?? null);
    const startedMillis = performance.now();
    const raw = {
      method: request.method,
      origin: request.origin,
      target: request.target,
      headers: request.headers,
      body: Buffer.from(request.body, 'latin1'),
      bytes: Buffer.from(request.bytes, 'latin1'),
    };
    try {
      requireAddress(request.origin);
      const { exchangeId, response, durationMillis } = await ports.send(raw, {
        service: 'flowDebugger',
        tags: this.tagsOf(stepId),
        hidden,
        limits: outgoing === undefined ? limits : { ...limits, outgoing },
      });
      return {
        exchangeId,
        request,
        response,
        failure: null,
        // A sender that waits its turn waits before this begins.
        durationMillis: durationMillis ?? performance.now() - startedMillis,
      };
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      const exchangeId = error instanceof SendFailure ? error.exchangeId : '';
      return {
        exchangeId,
        request,
        response: null,
        failure: error,
        durationMillis: performance.now() - startedMillis,
      };
    }
  }

  /** Reads the answer of a step into the values of the run. @throws PlayFailure */
  read({ id, reading, prefix, captures, request }: SendStep, response: RawResponse): void {
    readResponse(response, {
      stepId: id,
      url: this.fillNow(request.origin + request.path) ?? '',
      issuer: this.target.endpoints.issuer,
      get: (name) => this.values.get(name)?.value,
      reading,
      prefix,
      captures,
      nowMillis: this.nowMillis(),
      codeLifetimeSeconds: this.target.codeLifetimeSeconds,
      set: (name, value) => this.set(name, value),
    });
  }

  /**
   * The client reads an authorization response. Empty is one that was asked for nothing.
   * @throws PlayFailure
   */
  readCallback({ id, prefix }: BrowseStep, { url, form }: CallbackSeen, isEmpty = false): void {
    const parameters = form === null ? responseParameters(url) : new Map(new URLSearchParams(form));
    readCallback(parameters, {
      isEmpty,
      stepId: id,
      reading: 'callback',
      prefix,
      captures: [],
      nowMillis: this.nowMillis(),
      codeLifetimeSeconds: this.target.codeLifetimeSeconds,
      set: (name, value) => this.set(name, value),
    });
  }

  /** Does a whole send step: once, or many times at once or in turn; the last answer is read. @throws PlayFailure */
  async send(step: SendStep): Promise<void> {
    const requests: RenderedRequest[] = [];
    for (let count = 0; count < step.times; count += 1)
      requests.push(await this.prepare(step.request, step.browser));
    const outcomes: SendOutcome[] = [];
    const transmit = async (request: RenderedRequest) => {
      const outcome = await this.transmit(step.id, request, step.browser, step.connection);
      const again = await this.preparedAgain(step, outcome);
      return again === null ? outcome : this.transmit(step.id, again, step.browser, step.connection);
    };
    if (step.isInTurn) for (const request of requests) outcomes.push(await transmit(request));
    else outcomes.push(...(await Promise.all(requests.map(transmit))));
    const last = outcomes.at(-1);
    if (last?.response != null) this.read(step, last.response);
    else if (step.reading !== 'any')
      throw new PlayFailure(last?.failure?.message ?? 'No response was received.');
  }

  /** Makes a value. @throws PlayFailure */
  async make({ id, as, maker, options }: MakeStep): Promise<void> {
    const { clock, random, send, issuer } = this.#ports;
    const { target } = this;
    const fill = (template: string) => this.fill(template);
    const client = (party: string) => this.client(party);
    const proof: MakerContext['proof'] = (...asked) => this.#proofs.make(...asked);
    const ports = { clock, random, send, issuer, target };
    const value = await makers[maker](options, { ...ports, fill, client, proof });
    const isPublic = as === 'state' || as === 'nonce';
    const remark = as.endsWith('code_verifier') ? 'PKCE, S256' : '';
    this.set(as, plainValue(value, id, { secret: !isPublic, state: isPublic ? 'sent' : 'made', remark }));
  }

  /** Lets time pass: the clock of the hosted server is moved, another server is waited for. */
  async wait({ seconds }: WaitStep): Promise<void> {
    const { operator } = this.target;
    if (operator === null) await this.#ports.sleep(seconds * 1_000);
    else operator.advance(seconds * 1_000);
  }

  /**
   * Performs an action of the operator of the hosted server.
   * @throws PlayFailure where the server is not ours
   */
  async operate(step: OperateStep): Promise<void> {
    await operate(this.target.operator, step.operation, await this.fill(step.subject));
  }
}

function requireAddress(origin: string): void {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return;
  throw new GatehouseError('upstream.unreachable', `“${origin}” is not a valid origin.`, {
    fix: 'Enter scheme and host, for example http://127.0.0.1:9031.',
  });
}
