import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { ResultPage } from '#main/platform/result-page.ts';
import { type ControlledBrowsers, type HopSeen, hopDraft } from '#main/services/controlled-browser/index.ts';
import type { CallbackSeen } from '#main/services/flow-player/index.ts';
import type { BrowseStep } from '#shared/flows/index.ts';
import { arrivalPage, mayClose } from './arrival-page.ts';
import type { Run } from './run.ts';

/** Dependencies of a walk in a controlled browser. */
export interface WalkPorts {
  readonly browsers: ControlledBrowsers;
  readonly record: RecordExchange;
  /** Base URL of the sample client; null while it does not run. */
  readonly upstreams: () => string | null;
}

/** Callbacks for the course of a walk. */
export interface WalkEvents {
  readonly take: (callback: CallbackSeen) => void;
  readonly changed: () => void;
  /** The browser is gone before it came back. */
  readonly failed: (sentence: string) => void;
}

/**
 * Opens the front channel of a run in a monitored browser, under the profile of its user; each request
 * becomes an arrow, no matter which server answers it.
 * @throws browser.not-found, browser.root-refused,
 * browser.did-not-start, browser.closed
 */
export async function walkControlled(
  { browsers, record, upstreams }: WalkPorts,
  run: Run,
  step: BrowseStep,
  url: string,
  events: WalkEvents,
): Promise<void> {
  const redirectUri = run.player.client()?.redirectUri ?? '';
  const home = upstreams();
  const isOurs = home !== null && redirectUri.startsWith(home);
  const session = await browsers.open({
    userKey: run.plan.username ?? 'nobody',
    url,
    stopAt: redirectUri,
    // Our own sample client takes the answer itself; another redirect URI may lead nowhere, or to a real client.
    intercept: isOurs ? 'continue' : 'answer',
    page: notCalled(run),
    signal: run.ending.signal,
    onHop(hop) {
      const exchangeId = record(hopDraft(hop, [`run:${run.id}`, `step:${step.id}`]));
      run.hop(rowOf(step, hop, redirectUri, run), step.id, hop, exchangeId);
      events.changed();
    },
    onCallback({ url: arrivedAt, postData }) {
      if (isOurs) return;
      events.take({
        url: arrivedAt,
        form: postData === null ? null : Buffer.from(postData).toString('utf8'),
      });
    },
  });
  void session.ended.then(({ kind, problem }) => {
    if (run.state !== 'waiting-for-browser' || kind === 'cancelled' || kind === 'released') return;
    events.failed(problem?.message ?? 'The browser was closed before it came back to the client.');
  });
}

/** The redirect URI is not called: its server would take the answer for its own. */
function notCalled(run: Run): ResultPage {
  const page = arrivalPage(run.view());
  return {
    ...page,
    sentence: `The redirect URI was not called: the run goes on with the answer. ${mayClose}`,
  };
}

function rowOf(step: BrowseStep, hop: HopSeen, redirectUri: string, run: Run): string {
  const url = new URL(hop.url);
  if (redirectUri !== '' && hop.url.startsWith(redirectUri)) return `${step.id}/callback`;
  if (url.pathname === '/login' && url.searchParams.get('run') === run.id) return `${step.id}/login`;
  const { expected } = run.matcher;
  const isRequest =
    expected !== null && url.host === expected.host && url.pathname + url.search === expected.target;
  return isRequest ? step.id : `${step.id}/page`;
}
