import type { CallbackResponse, CallbackResult } from '#main/services/sample-upstreams/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { BrowseStep } from '#shared/flows/index.ts';
import { arrivalPage, mayClose } from './arrival-page.ts';
import { noAddress } from './callback-address.ts';
import { isStateSent } from './client-checks/checked-run.ts';
import { ambiguous } from './client-checks/used-values.ts';
import type { Run } from './run.ts';
import type { RunLoop } from './run-loop.ts';
import type { RunRegistry } from './run-registry.ts';

const ofNobody: CallbackResult = {
  accepted: false,
  page: {
    outcome: 'refused',
    heading: 'The response was not accepted',
    sentence: 'Its state does not match a waiting run. Start the flow in Gatehouse again.',
  },
};

/** Callbacks that browsers bring to the sample client: finds the run that waits for each. */
export class Callbacks {
  readonly #runs: RunRegistry;
  readonly #loop: RunLoop;
  readonly #changed: (run: Run) => void;

  constructor(runs: RunRegistry, loop: RunLoop, changed: (run: Run) => void) {
    this.#runs = runs;
    this.#loop = loop;
    this.#changed = changed;
  }

  /** The authorization request of a run that waits for a browser. */
  authorizationUrl(runId: string): string | null {
    const run = this.#runs.find(runId);
    return run?.state === 'waiting-for-browser' ? (run.matcher.expected?.url ?? null) : null;
  }

  /** Takes an authorization response. RFC 6749 §4.1.2, §10.12 */
  take(parameters: ReadonlyMap<string, string>, answer: CallbackResponse): CallbackResult {
    const state = parameters.get('state') ?? '';
    const open = this.#open();
    const own = open.find((run) => stateOf(run) === state && (state !== '' || open.length === 1));
    if (own?.isDelivering === true) return accepted(own);
    const run = own ?? (open.length === 1 ? open[0] : undefined);
    if (run === undefined) return ofNobody;
    const step = browseStep(run);
    if (own === undefined && step !== null && isStateSent(run.steps, step)) {
      run.note = `A response with another state was rejected: “${state.slice(0, 80)}”. Still waiting for the state that was sent.`;
      this.#changed(run);
      return ofNobody;
    }
    run.matcher.callbackText = answer.text;
    // After the answer to the browser is on its way: the run does not hold it.
    setImmediate(() => void this.#loop.takeCallback(run, answer));
    const error = parameters.get('error');
    return error === undefined
      ? accepted(run)
      : refused(run, error, parameters.get('error_description') ?? null);
  }

  /** Says at the run that waits why its answer was refused before anybody read it. */
  refuse(names: readonly string[], states: readonly string[]): void {
    const open = this.#open();
    const run =
      open.find((one) => states.includes(stateOf(one))) ?? (open.length === 1 ? open[0] : undefined);
    if (run === undefined || run.isDelivering) return;
    run.note = `${ambiguous(names)} Still waiting for an unambiguous response.`;
    this.#changed(run);
  }

  /** Takes the address that a browser ended at. @throws flow.not-waiting, api.invalid-input */
  paste(run: Run, url: string): void {
    if (!URL.canParse(url)) throw noAddress();
    if (!this.#loop.takeCallback(run, { url, form: null }))
      throw new GatehouseError('flow.not-waiting', 'The run is not waiting for a browser.');
  }

  #open(): readonly Run[] {
    return this.#runs.live.filter((run) => run.isDelivering || run.state === 'waiting-for-browser');
  }
}

/** The answer arrived, and goes to the client of this run. */
function accepted(run: Run): CallbackResult {
  return { accepted: true, page: arrivalPage(run.view()) };
}

/** An error arrived: it is the answer as well, and the run tells what led to it. RFC 6749 §4.1.2.1 */
function refused(run: Run, error: string, description: string | null): CallbackResult {
  const view = run.view();
  return {
    accepted: true,
    page: {
      outcome: 'refused',
      heading: 'The server rejected the request',
      sentence: `Run ${view.number} shows the rejection. For the hosted server, it also shows the reason. ${mayClose}`,
      facts: [
        ['error', error],
        ...(description === null ? [] : [['error_description', description] as const]),
        ...(arrivalPage(view).facts ?? []),
      ],
    },
  };
}

function browseStep(run: Run): BrowseStep | null {
  const { next } = run;
  return next?.act === 'browse' ? next : null;
}

function stateOf(run: Run): string {
  return run.player.values.get(`${browseStep(run)?.prefix ?? ''}state`)?.value ?? '';
}
