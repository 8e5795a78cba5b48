import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import {
  browse,
  type CallbackSeen,
  PlayFailure,
  responseParameters,
  type SendOutcome,
} from '#main/services/flow-player/index.ts';
import type { FlowRun, HoldPhase } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type BrowseStep,
  exactTemplate,
  formRequest,
  getRequest,
  literalTemplate,
  type RenderedRequest,
  type ScriptStep,
  type SendStep,
} from '#shared/flows/index.ts';
import { comesBack, noAddress } from './callback-address.ts';
import { asksForNothing } from './client-checks/checked-run.ts';
import { checkOnce, markUsed } from './client-checks/used-values.ts';
import type { WalkEvents } from './controlled-walk.ts';
import { markExchanges } from './exchange-marks.ts';
import { messageOf, notWaiting, passedNote } from './loop-words.ts';
import { parseRawResponse } from './raw-response.ts';
import type { Run } from './run.ts';

/** External dependencies of the loop that moves a run. */
export interface LoopPorts {
  readonly changed: (run: Run) => void;
  /** The run has come to its end. */
  readonly ended: (run: Run) => void;
  /** Publishes the recorded exchanges at once. */
  readonly flush: () => void;
  /** Base URL of the sample client; null while it does not run. */
  readonly upstreams: () => string | null;
  readonly signal: AbortSignal;
  /** Opens a monitored browser, and takes its callback. @throws browser.* */
  readonly openControlled: (run: Run, step: BrowseStep, url: string, events: WalkEvents) => Promise<void>;
}

/** Moves runs from step to step: sends, waits for browsers, holds at breakpoints, and carries out decisions. */
export class RunLoop {
  readonly #ports: LoopPorts;

  constructor(ports: LoopPorts) {
    this.#ports = ports;
  }

  /** Goes on to the next hold, or to the end. */
  async proceed(run: Run): Promise<void> {
    run.state = 'running';
    while (!run.isOver) {
      const step = run.next;
      if (step === undefined) return this.end(run, 'passed', passedNote(run));
      const isHeld = (step.act === 'send' || step.act === 'browse') && run.mustHold(step.id, 'request');
      if (isHeld) return this.#holdRequest(run, step);
      if (!(await this.#guarded(run, () => this.#do(run, step)))) return;
    }
  }

  /** Does what a paused run is held before, and goes on to the next hold. @throws flow.not-waiting */
  async next(run: Run): Promise<void> {
    const { hold } = run;
    if (run.state !== 'paused' || hold === null) throw notWaiting();
    run.hold = null;
    run.state = 'running';
    const goOn = await this.#guarded(run, () => {
      if (hold.phase === 'request') return this.#do(run, hold.step);
      if ('callback' in hold) return this.takeResponse(run, hold.step, hold.callback);
      return this.#read(run, hold.step, hold.outcome);
    });
    if (goOn) await this.proceed(run);
  }

  /**
   * The client gets another answer than the server's, or one though nothing was sent. What is no answer changes nothing.
   * @throws flow.not-waiting, api.invalid-input
   */
  async answer(run: Run, text: string): Promise<void> {
    const { hold } = run;
    if (run.state !== 'paused' || hold === null) throw notWaiting();
    const { step } = hold;
    const take =
      step.act === 'browse'
        ? this.#typedCallback(run, step, text.trim())
        : this.typedResponse(run, step, parseRawResponse(text), hold.phase);
    if (hold.phase === 'request') run.passed(step, true);
    run.hold = null;
    run.state = 'running';
    if (await this.#guarded(run, take)) await this.proceed(run);
  }

  /** @throws api.invalid-input */
  #typedCallback(run: Run, step: BrowseStep, url: string): () => Promise<boolean> {
    if (!URL.canParse(url)) throw noAddress();
    return () => this.takeResponse(run, step, { url, form: null });
  }

  typedResponse(run: Run, step: ScriptStep, response: RawResponse, phase: HoldPhase): () => Promise<boolean> {
    return async () => {
      if (phase === 'response') markUsed(run, step);
      if (step.act === 'send') await leniently(run, step, () => readChecked(run, step, response));
      run.advance(step);
      this.#ports.changed(run);
      return true;
    };
  }

  /**
   * Drops a held message, which then never arrives: the client waits in vain, and the run ends.
   * @throws flow.not-waiting
   */
  drop(run: Run): void {
    const { hold } = run;
    if (run.state !== 'paused' || hold === null) throw notWaiting();
    run.hold = null;
    this.end(
      run,
      'failed',
      hold.phase === 'request'
        ? 'The request was dropped and not sent.'
        : 'The response was dropped. The client did not receive it.',
    );
  }

  /** Takes what a browser brought back. False: the run does not wait for it. */
  takeCallback(run: Run, callback: CallbackSeen): boolean {
    const step = run.next;
    if (run.state !== 'waiting-for-browser' || step?.act !== 'browse') return false;
    void this.#guarded(run, () => this.#callbackCame(run, step, callback)).then((goOn) =>
      goOn ? this.proceed(run) : undefined,
    );
    return true;
  }

  /**
   * Performs a step by hand, behind another one or at the current position; the end that the run has reached
   * remains.
   * @throws flow.value-missing
   */
  async extra(run: Run, step: SendStep, behind: string | null): Promise<void> {
    const request = await run.player.prepare(step.request, step.browser).catch((error: unknown) => {
      if (!(error instanceof PlayFailure)) throw error;
      throw new GatehouseError('flow.value-missing', error.message, {
        fix: 'Add it to the registration of the client, or choose another client.',
      });
    });
    run.insert(step, behind);
    const outcome = await this.#transmit(run, step, request);
    try {
      if (outcome.response !== null) await readChecked(run, step, outcome.response);
      else run.note = outcome.failure?.message ?? run.note;
    } catch (error) {
      run.note = messageOf(error);
    }
    this.#ports.changed(run);
  }

  end(run: Run, state: FlowRun['state'], note: string): void {
    if (run.isOver) return;
    if (state === 'cancelled') run.ending.abort();
    run.state = state;
    run.note = note;
    run.hold = null;
    run.close();
    this.#ports.changed(run);
    this.#ports.ended(run);
  }

  /** Runs one action; an exception ends the run with its words. True: the run continues. */
  async #guarded(run: Run, act: () => Promise<boolean>): Promise<boolean> {
    try {
      return (await act()) && !run.isOver;
    } catch (error) {
      this.end(run, 'failed', messageOf(error));
      return false;
    }
  }

  #holdRequest(run: Run, step: ScriptStep): void {
    run.hold = { phase: 'request', step };
    run.heldAt.add(step.id);
    run.state = 'paused';
    run.note = `Paused before ${lineOf(step)}.`;
    this.#ports.changed(run);
  }

  /** Does one step. True: the run goes on at once. */
  async #do(run: Run, step: ScriptStep): Promise<boolean> {
    switch (step.act) {
      case 'make':
        await run.player.make(step);
        break;
      case 'wait':
        await run.player.wait(step);
        run.passed(step);
        break;
      case 'operate':
        await run.player.operate(step);
        run.passed(step);
        break;
      case 'observe':
        break;
      case 'browse':
        return this.#browse(run, step);
      case 'send':
        return this.#send(run, step);
    }
    run.advance(step);
    this.#ports.changed(run);
    return true;
  }

  async #send(run: Run, step: SendStep): Promise<boolean> {
    run.note = lineOf(step);
    this.#ports.changed(run);
    if (step.times > 1) {
      await run.player.send(step);
      const outcomes = run.player.outcomes.get(step.id) ?? [];
      for (const outcome of outcomes) run.sent(step.id, step.id, outcome);
      run.advance(step);
      return true;
    }
    const request = await run.player.prepare(step.request, step.browser);
    const first = await this.#transmit(run, step, request);
    const again = await run.player.preparedAgain(step, first);
    const outcome = again === null ? first : await this.#transmit(run, step, again);
    if (outcome.response === null) {
      if (step.reading !== 'any' && !run.isLenient(step.id))
        throw outcome.failure ?? new PlayFailure('No response was received.');
    } else if (run.mustHold(step.id, 'response')) {
      run.hold = { phase: 'response', step, outcome };
      run.state = 'paused';
      run.note = `Paused before the client reads the response to ${lineOf(step)}.`;
      this.#ports.changed(run);
      return false;
    }
    return this.#read(run, step, outcome);
  }

  async #transmit(run: Run, step: SendStep, request: RenderedRequest): Promise<SendOutcome> {
    markExchanges(run, step);
    const outcome = await run.player.transmit(step.id, request, step.browser, step.connection);
    run.sent(step.id, step.id, outcome);
    this.#ports.flush();
    return outcome;
  }

  async #read(run: Run, step: ScriptStep, { response }: SendOutcome): Promise<boolean> {
    markUsed(run, step);
    if (step.act === 'send' && response !== null)
      await leniently(run, step, () => readChecked(run, step, response));
    run.advance(step);
    this.#ports.changed(run);
    return true;
  }

  async #browse(run: Run, step: BrowseStep): Promise<boolean> {
    const request = await run.player.prepare(step.request, step.browser);
    const written = request.origin + request.target;
    const host = hostOf(request.headers, request.origin);
    run.matcher.expected = { step, url: written, host, target: request.target };
    // Nobody can tell where a person's browser is: it cannot be made to stop at a page.
    if (run.plan.browser === 'unattended' || step.until !== undefined)
      return this.#browseUnattended(run, step);
    if (!URL.canParse(written)) throw new PlayFailure(`“${written}” is not a URL that a browser can open.`);
    // A person's browser writes the address its own way.
    const { href: url, pathname, search } = new URL(written);
    run.matcher.expected = { step, url, host: new URL(url).host, target: pathname + search };
    run.callback = comesBack(run, url, this.#ports.upstreams()) ? 'arrives' : 'pasted';
    run.state = 'waiting-for-browser';
    run.note = 'Waiting for you to sign in with the browser.';
    run.browserUrl = run.plan.target === null ? `${this.#ports.upstreams() ?? ''}/login?run=${run.id}` : url;
    this.#ports.changed(run);
    if (run.plan.browser === 'controlled')
      await this.#ports.openControlled(run, step, run.browserUrl, {
        take: (callback) => void this.takeCallback(run, callback),
        changed: () => this.#ports.changed(run),
        failed: (sentence) => this.end(run, 'failed', sentence),
      });
    return false;
  }

  async #browseUnattended(run: Run, step: BrowseStep): Promise<boolean> {
    run.note = 'Signing in unattended.';
    markExchanges(run, step);
    this.#ports.changed(run);
    const end = await browse(run.player, step, {
      signal: AbortSignal.any([this.#ports.signal, run.ending.signal]),
      onHop: (kind, outcome) => {
        run.sent(kind === 'authorize' ? step.id : `${step.id}/page`, step.id, outcome);
        this.#ports.changed(run);
      },
      onStopped(picture) {
        run.picture = { stepId: step.id, ...picture };
      },
    });
    this.#ports.flush();
    if (end.end === 'shown' || (end.end !== 'callback' && run.isLenient(step.id))) {
      run.advance(step);
      this.#ports.changed(run);
      return true;
    }
    if (end.end === 'failure') {
      run.stoppedAct = end.act ?? null;
      throw new PlayFailure(end.message);
    }
    if (end.end === 'page')
      throw new PlayFailure(
        end.message ?? `The authorization server responded with a page and status ${end.response.status}.`,
      );
    return this.#callbackCame(run, step, end.callback);
  }

  /** An answer came back to the client: it is held where a breakpoint says so, else read. */
  async #callbackCame(run: Run, step: BrowseStep, callback: CallbackSeen): Promise<boolean> {
    await this.#deliver(run, step, callback);
    if (run.mustHold(step.id, 'response')) {
      run.hold = { phase: 'response', step, callback };
      run.state = 'paused';
      run.note = 'Paused before the client reads the authorization response.';
      this.#ports.changed(run);
      return false;
    }
    return this.takeResponse(run, step, callback);
  }

  /** Where the engine itself is the browser, it goes on to the sample client, so that this arrow is seen too. */
  async #deliver(run: Run, step: BrowseStep, { url, form }: CallbackSeen): Promise<void> {
    const rowId = `${step.id}/callback`;
    const upstreams = this.#ports.upstreams();
    if (run.plan.browser !== 'unattended' || upstreams === null || !url.startsWith(upstreams)) {
      const isRecorded =
        run.plan.browser === 'system' && run.plan.target === null && run.callback === 'arrives';
      if (!isRecorded) run.unseen(rowId);
      return;
    }
    const address = new URL(url);
    const target = exactTemplate(address.pathname + (form === null ? address.search : ''));
    const headers = [['Accept', 'text/html']] as const;
    const template =
      form === null
        ? getRequest(address.origin, [], headers)
        : {
            ...formRequest(address.origin, [], headers),
            body: { kind: 'text', text: literalTemplate(form), encoding: 'auto' } as const,
          };
    const request = await run.player.prepare({ ...template, path: target });
    run.isDelivering = true;
    const outcome = await run.player.transmit(rowId, request);
    run.isDelivering = false;
    run.sent(rowId, step.id, outcome, [...responseParameters(url).keys()].join(', '));
  }

  /** The client reads the authorization response. @throws PlayFailure */
  async takeResponse(run: Run, step: BrowseStep, { url, form }: CallbackSeen): Promise<boolean> {
    const parameters = form === null ? responseParameters(url) : new Map(new URLSearchParams(form));
    run.player.callbacks.set(step.id, { url, form });
    await leniently(run, step, async () => {
      checkOnce({ url, form });
      await run.checks.callback(step, { url, form }, parameters);
      run.player.readCallback(step, { url, form }, asksForNothing(run.steps, step));
      await run.checks.frontIdToken(step, parameters);
    });
    run.advance(step);
    this.#ports.changed(run);
    return true;
  }
}

/** The client reads an answer, and checks it; a refusal says something of a token too. @throws PlayFailure */
async function readChecked(run: Run, step: SendStep, response: RawResponse): Promise<void> {
  try {
    run.player.read(step, response);
  } finally {
    run.checks.noteAnswer(step, response);
  }
  await run.checks.answer(step, response);
}

/** Performs an action whose refusal may be the wanted outcome: then the run continues. @throws PlayFailure */
async function leniently(run: Run, step: ScriptStep, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof PlayFailure) || !run.isLenient(step.id)) throw error;
    run.note = error.message;
  }
}

function hostOf(headers: readonly string[], origin: string): string {
  return headerValue(headers, 'host') ?? (URL.canParse(origin) ? new URL(origin).host : '');
}

function lineOf(step: ScriptStep): string {
  return 'request' in step ? `${step.request.method} ${step.request.path}` : step.id;
}
