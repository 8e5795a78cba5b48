import { runningAs } from '#main/platform/browser-process.ts';
import { findBrowser, type InstalledBrowser } from '#main/platform/installed-browser.ts';
import { createTemporaryProfiles } from '#main/platform/temporary-profiles.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { type BrowserNetwork, browserSwitches, sandboxProblem } from './switches.ts';
import type { BrowserSession, TabOptions } from './tab.ts';
import { UserBrowser } from './user-browser.ts';

const defaultStartMillis = 10_000;

export interface ControlledBrowserPorts {
  /** The time of the services, which the hops carry. */
  readonly clock: Clock;
  /** Location of the temporary profiles; other engines may use it too. */
  readonly profileRoot: string;
  /** A browser that is used instead of those that are looked for. */
  readonly path: () => string | null;
  /** Without a window: for tests and machines without a display. */
  readonly headless: boolean;
  readonly network: () => BrowserNetwork;
  /** How long a browser may take to say anything, in milliseconds; absent: 10 s. */
  readonly startWithinMillis?: number;
  /** Further switches of the command line. */
  readonly switches?: readonly string[];
}

/** The browser that would be started, and what should be known of it first. */
export interface AvailableBrowser extends InstalledBrowser {
  readonly problems: readonly Problem[];
}

export interface OpenOptions extends TabOptions {
  /** Whose browser: sessions of one user share what a browser keeps, those of two never do. */
  readonly userKey: string;
  /** Cancels: the tab is closed. */
  readonly signal: AbortSignal;
}

/** Installed browsers that show their front channel. */
export interface ControlledBrowsers {
  /** Null where none is installed. */
  available(): Promise<AvailableBrowser | null>;
  /**
   * Opens a tab for a front channel.
   * @throws browser.not-found, browser.root-refused, browser.did-not-start, browser.closed, engine.stopped; the
   * signal's reason where it was cancelled before there was a tab
   */
  open(options: OpenOptions): Promise<BrowserSession>;
  /** Closes a user's browser and removes the profile: the next session begins as a stranger. */
  forgetUser(userKey: string): Promise<void>;
  /** Closes all, and removes what they left. */
  close(): Promise<void>;
}

/** A user's profile, and the browser that runs on it. */
interface User {
  readonly profile: Promise<string>;
  browser: Promise<UserBrowser> | null;
}

/** Makes the controlled browsers, and removes what an engine left that was killed. */
export function createControlledBrowsers(ports: ControlledBrowserPorts): ControlledBrowsers {
  const profiles = createTemporaryProfiles(ports.profileRoot);
  const users = new Map<string, User>();
  const swept = profiles.sweep().catch(() => 0);
  let found: { readonly given: string | null; readonly browser: Promise<InstalledBrowser | null> } | null =
    null;
  let isClosed = false;

  function installed(): Promise<InstalledBrowser | null> {
    const given = ports.path();
    if (found?.given !== given)
      found = { given, browser: findBrowser({ platform: process.platform, env: process.env }, given) };
    return found.browser;
  }

  async function start(profile: string): Promise<UserBrowser> {
    const browser = await installed();
    if (browser === null) {
      const given = ports.path();
      // The next try looks again: one may have been installed.
      found = null;
      throw notFound(given);
    }
    const sandbox = sandboxProblem(runningAs());
    if (sandbox?.code === 'browser.root-refused') throw sandbox;
    const switches = [
      ...browserSwitches(profile, ports.headless, ports.network()),
      ...(sandbox === null ? [] : ['--no-sandbox']),
      ...(ports.switches ?? []),
    ];
    const { startWithinMillis = defaultStartMillis } = ports;
    return UserBrowser.start({ path: browser.path, switches, startWithinMillis }, () =>
      ports.clock.nowMillis(),
    );
  }

  /** The running browser of a user; one that is over, or did not start, is started anew on the same profile. */
  function browserOf(userKey: string): Promise<UserBrowser> {
    const user = users.get(userKey) ?? { profile: profiles.make(), browser: null };
    users.set(userKey, user);
    const former = user.browser?.catch(() => null) ?? Promise.resolve(null);
    // At once: of two that start on one profile one would be forgotten, and stopped by nobody.
    user.browser = former.then((running) => (running?.isOver === false ? running : user.profile.then(start)));
    return user.browser;
  }

  async function discard({ profile, browser }: User): Promise<void> {
    await (await browser?.catch(() => null))?.stop();
    const directory = await profile.catch(() => null);
    if (directory !== null) await profiles.remove(directory);
  }

  return {
    async available() {
      const browser = await installed();
      if (browser === null) return null;
      const sandbox = sandboxProblem(runningAs());
      const severity = sandbox?.code === 'browser.root-refused' ? 'error' : 'warning';
      return { ...browser, problems: sandbox === null ? [] : [sandbox.toProblem(severity)] };
    },
    async open({ userKey, signal, ...options }) {
      signal.throwIfAborted();
      if (isClosed) throw new GatehouseError('engine.stopped', 'The engine is stopping.');
      const browser = await browserOf(userKey);
      signal.throwIfAborted();
      const tab = await browser.open(options);
      const cancel = () => void tab.close();
      signal.addEventListener('abort', cancel, { once: true });
      void tab.ended.then(() => signal.removeEventListener('abort', cancel));
      if (signal.aborted) cancel();
      return tab;
    },
    async forgetUser(userKey) {
      const user = users.get(userKey);
      users.delete(userKey);
      if (user !== undefined) await discard(user);
    },
    async close() {
      isClosed = true;
      const all = [...users.values()];
      users.clear();
      await Promise.all([swept, ...all.map(discard)]);
    },
  };
}

function notFound(given: string | null): GatehouseError {
  return given === null
    ? new GatehouseError('browser.not-found', 'No Chromium, Chrome or Edge was found on this machine.', {
        fix: 'Install one, give the path of one, or let the flow run in the system’s browser.',
      })
    : new GatehouseError('browser.not-found', `There is no browser that works at ${given}.`, {
        fix: 'Give the path of a Chromium, Chrome or Edge, or none to have one looked for.',
      });
}
