import { createTemporaryProfiles } from '#main/platform/temporary-profiles.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type AvailableBrowser, type BrowserStarterPorts, createBrowserStarter } from './start-browser.ts';
import type { BrowserNetwork } from './switches.ts';
import type { BrowserSession, TabOptions } from './tab.ts';
import type { UserBrowser } from './user-browser.ts';

/** The clock is that of the services, which the hops carry. */
export interface ControlledBrowserPorts extends BrowserStarterPorts {
  /** Location of the temporary profiles; other engines may use it too. */
  readonly profileRoot: string;
  readonly network: () => BrowserNetwork;
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
  const starter = createBrowserStarter(ports);
  const profiles = createTemporaryProfiles(ports.profileRoot);
  const users = new Map<string, User>();
  const swept = profiles.sweep().catch(() => 0);
  let isClosed = false;

  const start = (profile: string) => starter.start(profile, ports.network());

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
    available: () => starter.available(),
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
