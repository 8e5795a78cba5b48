import type { DevtoolsEvent } from '#main/platform/devtools-pipe.ts';
import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { Proxy } from '#main/platform/outgoing.ts';
import { createTemporaryProfiles } from '#main/platform/temporary-profiles.ts';
import type { DrivenPage, OpenPage, PlayBrowsers } from '#main/services/flow-player/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { DrivenTab, PendingRequests } from './driven-tab.ts';
import { withoutValues } from './hidden-values.ts';
import type { HopSeen } from './hop.ts';
import { hopDraft } from './hop-draft.ts';
import { cookieParam, playCookie } from './play-cookies.ts';
import * as protocol from './protocol.ts';
import { type BrowserStarterPorts, createBrowserStarter } from './start-browser.ts';
import { type BrowserNetwork, playSwitches } from './switches.ts';
import type { HeldAnswer, TabOptions } from './tab.ts';
import type { UserBrowser } from './user-browser.ts';

export interface PlayBrowserPorts extends Omit<BrowserStarterPorts, 'headless'> {
  /** Location of the temporary profiles; other engines may use it too. */
  readonly profileRoot: string;
  readonly record: RecordExchange;
  readonly reach: () => BrowserNetwork['reach'];
}

/** How a browser reaches one server. */
export interface PlayNetwork {
  readonly proxy: Proxy | null;
  /** Base64 of SHA-256 of public keys that are trusted besides what the system trusts. */
  readonly trustedKeyHashes: readonly string[];
}

/** Browsers without a window: one process for all plays with the same trust, and a context of its own for each play. */
export interface PlayBrowserPool {
  /** The browsers of a server. */
  forServer(network: () => Promise<PlayNetwork>): PlayBrowsers;
  /** Closes all, and removes what they left. */
  close(): Promise<void>;
}

interface Running {
  readonly profile: Promise<string>;
  browser: Promise<UserBrowser>;
}

/** Makes the pool; no browser is started before a play needs one. */
export function createPlayBrowsers(ports: PlayBrowserPorts): PlayBrowserPool {
  const switches = [...playSwitches, ...(ports.switches ?? [])];
  const starter = createBrowserStarter({ ...ports, headless: true, switches });
  const profiles = createTemporaryProfiles(ports.profileRoot);
  const processes = new Map<string, Running>();
  let isClosed = false;

  function browserFor({ trustedKeyHashes }: PlayNetwork): Promise<UserBrowser> {
    const network = { proxyServer: null, trustedKeyHashes, reach: ports.reach() };
    const key = JSON.stringify(network);
    const known = processes.get(key);
    const start = (profile: string) => starter.start(profile, network);
    if (known === undefined) {
      const profile = profiles.make();
      const running = { profile, browser: profile.then(start) };
      processes.set(key, running);
      return running.browser;
    }
    const former = known.browser.catch(() => null);
    known.browser = former.then((running) =>
      running?.isOver === false ? running : known.profile.then(start),
    );
    return known.browser;
  }

  return {
    forServer: (network) => ({
      async open(page) {
        if (isClosed) throw new GatehouseError('engine.stopped', 'The engine is stopping.');
        const opening = network().then(async (found) =>
          openPage(await browserFor(found), page, found, ports.record),
        );
        return openInTime(opening, page.signal);
      },
    }),
    async close() {
      isClosed = true;
      const all = [...processes.values()];
      processes.clear();
      await Promise.all(
        all.map(async ({ profile, browser }) => {
          await (await browser.catch(() => null))?.stop();
          const directory = await profile.catch(() => null);
          if (directory !== null) await profiles.remove(directory);
        }),
      );
    },
  };
}

/** Gives the page once it is open; one that opens too late is closed. @throws the reason of the signal */
async function openInTime(opening: Promise<DrivenPage>, signal: AbortSignal): Promise<DrivenPage> {
  let stop = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([opening, stopped]);
  } catch (error) {
    void opening.then(
      (page) => page.close(),
      () => undefined,
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function openPage(
  browser: UserBrowser,
  page: OpenPage,
  { proxy }: PlayNetwork,
  record: RecordExchange,
): Promise<DrivenPage> {
  const { pipe } = browser;
  const made = await pipe.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    // The proxy of a server is meant for all of it, wherever it is.
    ...(proxy === null
      ? {}
      : { proxyServer: `http://${proxy.host}:${proxy.port}`, proxyBypassList: '<-loopback>' }),
  });
  const { browserContextId } = protocol.contextCreated.parse(made);
  const dispose = async () => {
    await pipe.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
  };
  try {
    const cookies = page.cookies.map(cookieParam);
    const pending = new PendingRequests();
    let driven: DrivenTab | null = null;
    const onEvent = (event: DevtoolsEvent) => {
      pending.take(event);
      driven?.take(event);
    };
    const [tab] = await Promise.all([
      browser.open(tabOptions(page, onEvent, record), browserContextId),
      pipe.send('Storage.setCookies', { browserContextId, cookies }),
      pipe.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    const close = () => void tab.close();
    page.signal.addEventListener('abort', close, { once: true });
    driven = new DrivenTab(tab, pending, {
      readCookies: async () => {
        const answer = await pipe.send('Storage.getCookies', { browserContextId });
        return protocol.cookiesAnswer.parse(answer).cookies.map(playCookie);
      },
      async dispose() {
        page.signal.removeEventListener('abort', close);
        await dispose();
      },
    });
    return driven;
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The browser stays where it is: a page of the client would begin a process that nobody looks at. */
const nothing: HeldAnswer = { responseCode: 204, responseHeaders: [], body: '' };

function tabOptions(
  page: OpenPage,
  onEvent: (event: DevtoolsEvent) => void,
  record: RecordExchange,
): TabOptions {
  let isBegun = false;
  return {
    url: page.url,
    stopAt: null,
    intercept: 'answer',
    onCallback: () => undefined,
    onEvent,
    onHeld(request) {
      // The page at which the walk has arrived was asked for already.
      if (!isBegun && request.isTop) {
        isBegun = true;
        return answerOf(page.answer);
      }
      return page.isAnswer(request) ? nothing : 'continue';
    },
    onHop(hop) {
      if (hop.answeredBy === 'engine') return;
      const clean = withoutValues(hop, page.hidden());
      const exchangeId = record(hopDraft(clean, page.tags));
      page.onDocument({ exchangeId, ...documentOf(clean) });
    },
  };
}

function documentOf(hop: HopSeen) {
  return {
    method: hop.method,
    url: hop.url,
    requestHeaders: hop.requestHeaders,
    requestBody: hop.postData,
    response:
      hop.status === null
        ? null
        : {
            status: hop.status,
            reason: hop.reason,
            headers: hop.responseHeaders,
            body: Buffer.from(hop.body ?? ''),
            clientPort: 0,
          },
    failure: hop.failure,
    durationMillis: hop.durationMicros / 1_000,
    isTop: hop.frame === 'top',
  };
}

/** Fields that describe the connection on which an answer came, and not the answer. RFC 9110 §7.6.1 */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

function answerOf({ status, headers, body }: OpenPage['answer']): HeldAnswer {
  const fields: { name: string; value: string }[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    // The walk has kept its cookies, with which the browser begins.
    if (!ofConnection.has(name.toLowerCase()) && name.toLowerCase() !== 'set-cookie')
      fields.push({ name, value });
  }
  return { responseCode: status, responseHeaders: fields, body: Buffer.from(body).toString('base64') };
}
