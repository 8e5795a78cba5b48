import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { ResultPage } from '#main/platform/result-page.ts';
import {
  type ControlledBrowsers,
  type HopSeen,
  hopDraft,
  withoutValues,
} from '#main/services/controlled-browser/index.ts';
import { type CallbackSeen, keepSession } from '#main/services/flow-player/index.ts';
import type { BrowseStep } from '#shared/flows/index.ts';
import { arrivalPage, mayClose } from './arrival-page.ts';
import type { Run } from './run.ts';

/** Dependencies of a walk in a controlled browser. */
export interface WalkPorts {
  readonly browsers: ControlledBrowsers;
  readonly record: RecordExchange;
  /** Base URL of the sample client; null while it does not run. */
  readonly upstreams: () => string | null;
  /** Begins to watch what the person does, so that unattended runs can do it. */
  readonly watch: (runId: string) => WalkWatch;
}

/** Watches what a person does in the browser of a walk. */
export interface WalkWatch {
  readonly source: string;
  /** Takes what a page told; the number of acts until now. */
  take(text: string): number;
  /** Texts that were typed: no record holds them in clear. */
  typed(): readonly string[];
  /** The sign-in is over. */
  end(): void;
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
  { browsers, record, upstreams, watch }: WalkPorts,
  run: Run,
  step: BrowseStep,
  url: string,
  events: WalkEvents,
): Promise<void> {
  const redirectUri = run.player.client()?.redirectUri ?? '';
  const home = upstreams();
  const isOurs = home !== null && redirectUri.startsWith(home);
  // The hosted server is signed in to without a description.
  const watched = run.plan.target === null ? null : watch(run.id);
  const noteActs = (count: number) => {
    if (run.watchedActs === count) return;
    run.watchedActs = count;
    events.changed();
  };
  const addresses = new Set<string>();
  /** Unattended runs go on with the session of the person, as with their own. */
  const keepSignedIn = async () => {
    const cookies = await (await opening).cookies([...addresses]);
    if (run.plan.target === null || cookies.length === 0) return;
    run.player.jar(step.browser).replaceBy(cookies);
    await keepSession(run.player, step);
  };
  const opening = browsers.open({
    userKey: run.plan.username ?? 'nobody',
    url,
    stopAt: redirectUri,
    // Our own sample client takes the answer itself; another redirect URI may lead nowhere, or to a real client.
    intercept: isOurs ? 'continue' : 'answer',
    page: notCalled(run),
    signal: run.ending.signal,
    ...(watched === null
      ? {}
      : { watch: { source: watched.source, take: (text) => noteActs(watched.take(text)) } }),
    onHop(hop) {
      addresses.add(hop.url);
      const exchangeId = record(
        hopDraft(withoutValues(hop, typedBy(run, watched)), [`run:${run.id}`, `step:${step.id}`]),
      );
      run.hop(rowOf(step, hop, redirectUri, run), step.id, hop, exchangeId);
      events.changed();
    },
    onCallback({ url: arrivedAt, postData }) {
      watched?.end();
      void keepSignedIn().catch(() => undefined);
      if (isOurs) return;
      events.take({
        url: arrivedAt,
        form: postData === null ? null : Buffer.from(postData).toString('utf8'),
      });
    },
  });
  const session = await opening;
  void session.ended.then(({ kind, problem }) => {
    if (run.state !== 'waiting-for-browser' || kind === 'cancelled' || kind === 'released') return;
    events.failed(problem?.message ?? 'The browser was closed before it returned to the client.');
  });
}

/** Values of the person at the browser, which stand in clear in no record. */
function typedBy(
  { plan: { username }, player: { target } }: Run,
  watched: WalkWatch | null,
): readonly string[] {
  const password = username === null ? null : target.password(username);
  const typed = watched?.typed().filter((text) => text !== username) ?? [];
  return password === null ? typed : [password, ...typed];
}

/** The redirect URI is not called: its server would take the answer for its own. */
function notCalled(run: Run): ResultPage {
  const page = arrivalPage(run.view());
  return {
    ...page,
    sentence: `The redirect URI was not called. The run continues with the response. ${mayClose}`,
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
