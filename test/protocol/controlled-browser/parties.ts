import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { findBrowser } from '#main/platform/installed-browser.ts';
import {
  type BrowserSession,
  type CallbackSeen,
  type ControlledBrowserPorts,
  type ControlledBrowsers,
  createControlledBrowsers,
  type HopSeen,
  type OpenOptions,
} from '#main/services/controlled-browser/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { handsOn, Person } from './person.ts';

/** The browser of this machine, or null: then these stories are skipped. */
export const installed = await findBrowser(
  { platform: process.platform, env: process.env },
  process.env['GATEHOUSE_CHROMIUM'] || null,
);
export const noBrowser = installed === null;
if (noBrowser)
  console.warn(
    'The controlled browser is not tested: no Chromium is installed, and GATEHOUSE_CHROMIUM is not set.',
  );

/** The events that one session saw, as they came. */
export interface Watched {
  readonly session: BrowserSession;
  readonly hops: readonly HopSeen[];
  readonly callbacks: readonly CallbackSeen[];
  /** The first callback. */
  callback(): Promise<CallbackSeen>;
  /** The first hop that fits. */
  hop(fits: (hop: HopSeen) => boolean): Promise<HopSeen>;
  cancel(): void;
}

/** Controlled browsers on a folder of their own, and a person before them. */
export interface Desk {
  readonly browsers: ControlledBrowsers;
  readonly person: Person;
  readonly profileRoot: string;
  watch(options: Partial<OpenOptions> & { readonly url: string }): Promise<Watched>;
  close(): Promise<void>;
}

/** The time of the services in these stories: years from that of this machine. */
export const serviceTimeMillis = Date.UTC(2031, 4, 1);

export function openDesk(ports: Partial<ControlledBrowserPorts> = {}): Desk {
  const directory = temporaryDirectory();
  const profileRoot = join(directory.path, 'profiles');
  const browsers = createControlledBrowsers({
    clock: { nowMillis: () => serviceTimeMillis },
    profileRoot,
    path: () => installed?.path ?? null,
    headless: true,
    network: () => ({ proxyServer: null, trustedKeyHashes: [], reach: { isOpen: true, hosts: [] } }),
    switches: [handsOn],
    ...ports,
  });
  return {
    browsers,
    person: new Person(profileRoot),
    profileRoot,
    watch: (options) => watch(browsers, options),
    async close() {
      await browsers.close();
      directory.remove();
    },
  };
}

async function watch(
  browsers: ControlledBrowsers,
  options: Partial<OpenOptions> & { readonly url: string },
): Promise<Watched> {
  const hops: HopSeen[] = [];
  const callbacks: CallbackSeen[] = [];
  const cancelling = new AbortController();
  const session = await browsers.open({
    userKey: 'ann',
    stopAt: null,
    intercept: 'continue',
    onHop: (hop) => void hops.push(hop),
    onCallback: (callback) => void callbacks.push(callback),
    signal: cancelling.signal,
    ...options,
  });
  return {
    session,
    hops,
    callbacks,
    callback: () => eventually(() => callbacks[0] ?? null),
    hop: (fits) => eventually(() => hops.find(fits) ?? null),
    cancel: () => cancelling.abort(),
  };
}

/** A server whose every answer the story writes. */
export interface PlainServer {
  readonly origin: string;
  readonly asked: readonly string[];
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export async function startPlainServer(answer: Answer): Promise<PlainServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response, new URL(request.url ?? '/', 'http://plain'));
  });
  const origin = await listeningOrigin(server);
  return {
    origin,
    asked,
    close: () => closeServer(server),
  };
}

/** The value of a header in a flat list; all of them, joined by commas. */
export function headerOf(flat: readonly string[], name: string): string {
  return flat
    .filter((_value, index) => index % 2 === 1 && flat[index - 1]?.toLowerCase() === name)
    .join(', ');
}

/** Lines such as `302 GET /start` of hops. */
export function lines(hops: readonly HopSeen[]): readonly string[] {
  return hops.map(({ status, method, url }) => `${status} ${method} ${new URL(url).pathname}`);
}
