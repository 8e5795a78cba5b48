import type { RunningAs } from '#main/platform/browser-process.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** The person's own network settings, as they apply to the browser. */
export interface BrowserNetwork {
  /** A proxy as `--proxy-server` takes it, for example `http://127.0.0.1:8080`; null: the system's. */
  readonly proxyServer: string | null;
  /** Base64 of SHA-256 of the public keys (SPKI) that are trusted besides what the system trusts. */
  readonly trustedKeyHashes: readonly string[];
  /** Hosts besides loopback to which pages may lead: all but these, or only these. */
  readonly reach: { readonly isOpen: boolean; readonly hosts: readonly string[] };
}

/** Features of a person's browser that would send requests of their own, or change requests. */
const disabledFeatures = [
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'Prerender2',
  'Translate',
];

const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-auto-reload',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-save-password-bubble',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--password-store=basic',
  '--use-mock-keychain',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const loopbackHosts = ['localhost', '*.localhost', '127.0.0.1', '::1', '[::1]'];

/** Maps hosts that may not be reached to one that does not exist; through a proxy the browser would not look. */
function resolverRules({ isOpen, hosts }: BrowserNetwork['reach']): readonly string[] {
  if (isOpen && hosts.length === 0) return [];
  const rules = isOpen
    ? hosts.map((host) => `MAP ${host} ~NOTFOUND`)
    : ['MAP * ~NOTFOUND', ...[...loopbackHosts, ...hosts].map((host) => `EXCLUDE ${host}`)];
  return [`--host-resolver-rules=${rules.join(', ')}`, ...(isOpen ? [] : ['--no-proxy-server'])];
}

/** Features by which a browser that plays sign-ins would begin processes ahead, and keep pages that it has left. */
const idleFeatures = ['BackForwardCache', 'PaintHolding', 'SpareRendererForSitePerProcess'];

/** A page that was handed to the browser counts as public: the rest of it could not be loaded from a private network. */
const networkFeatures = ['BlockInsecurePrivateNetworkRequests', 'LocalNetworkAccessChecks'];

/** Further switches of a browser that plays sign-ins: the last list of features that are switched off counts. */
export const playSwitches: readonly string[] = [
  '--disable-extensions',
  '--mute-audio',
  `--disable-features=${[...disabledFeatures, ...idleFeatures, ...networkFeatures].join(',')}`,
];

/** The command line of a browser that reports its requests, and sends none of its own. */
export function browserSwitches(
  profile: string,
  headless: boolean,
  network: BrowserNetwork,
): readonly string[] {
  const { proxyServer, trustedKeyHashes, reach } = network;
  return [
    ...quiet,
    `--user-data-dir=${profile}`,
    ...(headless ? ['--headless', '--disable-gpu'] : []),
    ...resolverRules(reach),
    ...(proxyServer === null ? [] : [`--proxy-server=${proxyServer}`]),
    ...(trustedKeyHashes.length === 0
      ? []
      : [`--ignore-certificate-errors-spki-list=${trustedKeyHashes.join(',')}`]),
  ];
}

/**
 * Returns the problem of the browser's sandbox: it does not work for root. In a container, where there is often
 * nobody else, the browser runs without it; anywhere else it is refused. Null where the sandbox is on.
 */
export function sandboxProblem({ isRoot, isContainer }: RunningAs): GatehouseError | null {
  if (!isRoot) return null;
  if (isContainer)
    return new GatehouseError(
      'browser.no-sandbox',
      'The controlled browser runs without its sandbox, because Gatehouse runs as root in a container.',
      { fix: 'Open only servers that you trust, or run Gatehouse as an ordinary user.' },
    );
  return new GatehouseError(
    'browser.root-refused',
    'The controlled browser does not start as root, because its sandbox would be off.',
    { fix: 'Run Gatehouse as an ordinary user.' },
  );
}
