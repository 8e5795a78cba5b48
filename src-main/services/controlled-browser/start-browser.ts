import { runningAs } from '#main/platform/browser-process.ts';
import { findBrowser, type InstalledBrowser } from '#main/platform/installed-browser.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type BrowserNetwork, browserSwitches, sandboxProblem } from './switches.ts';
import { UserBrowser } from './user-browser.ts';

const defaultStartMillis = 10_000;

export interface BrowserStarterPorts {
  readonly clock: { nowMillis(): number };
  /** A browser that is used instead of those that are looked for. */
  readonly path: () => string | null;
  /** Without a window: for plays that nobody watches, and machines without a display. */
  readonly headless: boolean;
  /** How long a browser may take to say anything, in milliseconds; absent: 10 s. */
  readonly startWithinMillis?: number;
  /** Further switches of the command line. */
  readonly switches?: readonly string[];
}

/** The browser that would be started, and what should be known of it first. */
export interface AvailableBrowser extends InstalledBrowser {
  readonly problems: readonly Problem[];
}

/** Finds the browser of this machine, and starts it. */
export interface BrowserStarter {
  /** Null where none is installed. */
  available(): Promise<AvailableBrowser | null>;
  /** @throws browser.not-found, browser.root-refused, browser.did-not-start */
  start(profile: string, network: BrowserNetwork): Promise<UserBrowser>;
}

/** Makes a starter that looks for a browser once, and again when another one was given or none was found. */
export function createBrowserStarter(ports: BrowserStarterPorts): BrowserStarter {
  let found: { readonly given: string | null; readonly browser: Promise<InstalledBrowser | null> } | null =
    null;

  function installed(): Promise<InstalledBrowser | null> {
    const given = ports.path();
    if (found?.given !== given)
      found = { given, browser: findBrowser({ platform: process.platform, env: process.env }, given) };
    return found.browser;
  }

  return {
    async available() {
      const browser = await installed();
      if (browser === null) return null;
      const sandbox = sandboxProblem(runningAs());
      const severity = sandbox?.code === 'browser.root-refused' ? 'error' : 'warning';
      return { ...browser, problems: sandbox === null ? [] : [sandbox.toProblem(severity)] };
    },
    async start(profile, network) {
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
        ...browserSwitches(profile, ports.headless, network),
        ...(sandbox === null ? [] : ['--no-sandbox']),
        ...(ports.switches ?? []),
      ];
      const { startWithinMillis = defaultStartMillis } = ports;
      return UserBrowser.start({ path: browser.path, switches, startWithinMillis }, () =>
        ports.clock.nowMillis(),
      );
    },
  };
}

function notFound(given: string | null): GatehouseError {
  return given === null
    ? new GatehouseError('browser.not-found', 'No Chromium, Chrome or Edge was found on this machine.', {
        fix: 'Install one, enter its path, or run the flow in the system’s browser.',
      })
    : new GatehouseError('browser.not-found', `The browser at ${given} could not be started.`, {
        fix: 'Enter the path of a Chromium, Chrome or Edge, or leave the path blank to search for one.',
      });
}
