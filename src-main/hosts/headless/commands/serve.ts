import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { type EngineHost, openEngineHost } from '#main/hosts/engine-host.ts';
import type { Installation } from '#main/hosts/installation.ts';
import type { Opening, OpenScreens } from '#main/hosts/open-screens.ts';
import { openPageFiles } from '#main/hosts/page-files.ts';
import { firstWorkspace } from '#main/hosts/workspace-location.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import type { SecretUse } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { defaultScreensPort } from '#shared/workspace/index.ts';
import { addSecretUse, allowSecretOption } from '../allowed-secrets.ts';
import { type CliCommand, exitCodes, problemText, type Terminal } from '../cli.ts';
import {
  chosenLocation,
  type LocationOptions,
  stateDirOption,
  workspaceOption,
} from '../location-options.ts';
import { openingKindHere, openingOf, showOpening } from '../screens.ts';
import { headlessKeyStore } from '../seal-key.ts';
import { stopSignal } from '../stop-signal.ts';
import { trustSentence } from '../trust-sentence.ts';
import { startWebHost, type WebHost } from '../web-host.ts';

/** How long the link that is printed can be used, for any number of windows, in seconds. */
const printedLinkSeconds = 8 * 3_600;

interface ServeOptions extends LocationOptions {
  readonly environment?: string;
  readonly services?: readonly ServiceKey[];
  readonly port: number;
  readonly anyPorts: boolean;
  readonly ui: boolean;
  readonly seal: boolean;
  readonly open: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly adoptState: boolean;
  readonly newKey: boolean;
  readonly allowSecret?: readonly SecretUse[];
  readonly restricted: boolean;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535.');
}

function parseServices(text: string): readonly ServiceKey[] {
  return text.split(',').map((name) => {
    const key = serviceKeys.find((candidate) => candidate === name.trim());
    if (key === undefined) throw new InvalidArgumentError(`one of ${serviceKeys.join(', ')}.`);
    return key;
  });
}

/** `gatehouse serve`: the web host. DESIGN.md §3 */
export function serveCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      program
        .command('serve')
        .description('Start the services of a workspace, and the screens on loopback')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--adopt-state', 'adopt the state of this workspace after its folder was moved', false)
        .option(
          '--new-key',
          'create a new key if the key of the state is lost; encrypted values are lost too',
          false,
        )
        .option(
          '--restricted',
          'restrict the workspace to this machine: loopback only, no scripts, no proxy',
          false,
        )
        .option('--environment <name>', 'environment for this run')
        .option(...allowSecretOption, addSecretUse)
        .option('--services <list>', 'start only these services, separated by commas', parseServices)
        .option('--port <number>', 'port of the screens, or the next free one', parsePort, defaultScreensPort)
        .option('--any-ports', 'use a free port for every service', false)
        .option('--no-ui', 'start the services without the screens')
        .option('--no-seal', 'leave clear-text secrets in the workspace files; warn instead')
        .option(
          '--open',
          'open the screens in the browser, and keep running if a service does not start',
          false,
        )
        .option('--json', 'print one line of JSON when all services accept connections', false)
        .option('--verbose', 'log every step to standard error', false)
        .action((options: ServeOptions) => run(options, () => serve(options, installation, terminal)));
    },
  };
}

async function serve(options: ServeOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const { workspaceDirectory, isSample, roots, workspacesDirectory } = chosenLocation(options, installation);
  const anyPort = options.anyPorts ? Object.fromEntries(serviceKeys.map((key) => [key, 0])) : {};
  if (options.ui) requireScreens(installation);
  const stop = stopSignal({
    on: (signal, listener) => void process.on(signal, listener),
    clock: systemClock,
    exit: (code) => process.exit(code),
  }).then(() => exitCodes.ok);
  const screens: Screens = { web: null };
  const random = createSystemRandom();
  const openScreens: OpenScreens = (kind, stateDirectory) =>
    screens.web === null ? null : openingOf(kind, screens.web, stateDirectory, random);
  const opening = openEngineHost(workspaceDirectory, {
    installation,
    roots,
    opening: { by: isSample ? 'sample' : 'command', isRestricted: options.restricted },
    workspacesDirectory,
    keyStore: (stateDirectory, stateRoot) =>
      headlessKeyStore(stateDirectory, stateRoot, process.env, options.newKey),
    host: 'web',
    seal: options.seal,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    allowedSecrets: options.allowSecret ?? [],
    services: options.services ?? null,
    ports: anyPort,
    logLevel: options.verbose ? 'debug' : 'warn',
    log: (line) => terminal.err(`${line}\n`),
    isPublic: true,
    openScreens,
    stateChoice: options.adoptState ? 'adopt' : 'new',
  });
  const begun = await Promise.race([opening, stop]);
  if (typeof begun !== 'number')
    return serveUntil(begun, stop, {
      options,
      installation,
      terminal,
      screens,
      isSample,
      open: () => openScreens(openingKindHere(), firstWorkspace(workspaceDirectory, roots).stateDirectory),
    });
  // A start that is still on its way is not waited for: the process ends, whatever it is at.
  opening.then((host) => host.stop()).catch(() => undefined);
  return begun;
}

/** The web host, from when it listens. */
interface Screens {
  web: WebHost | null;
}

/** Parts that a host serves with. */
interface Serving {
  readonly options: ServeOptions;
  readonly installation: Installation;
  readonly terminal: Terminal;
  readonly screens: Screens;
  readonly isSample: boolean;
  /** Makes a way to the screens for this user's browser. */
  readonly open: () => Opening | null;
}

/** Whatever fails from here on, the engine ends with the command and lets go of the state. */
async function serveUntil(
  host: EngineHost,
  stop: Promise<number>,
  { options, installation, terminal, screens, isSample, open }: Serving,
): Promise<number> {
  try {
    const failed = failedListeners(host);
    if (failed.length > 0 && !options.open) return reportFailed(failed, options, terminal);
    if (options.ui) screens.web = await openUi(host, options, installation);
    if (!isSample) sayTrust(host, options, terminal);
    announce(host, screens.web, options, terminal);
    void host.loaded.then((problems) => announceFurther(host, problems, options, terminal));
    const opened = options.open ? open() : null;
    if (opened !== null) showOpening(opened, terminal);
    const crashed = host.exit.then((error) => {
      throw error;
    });
    return await Promise.race([stop, crashed]);
  } finally {
    await Promise.all([screens.web?.close(), host.stop()]);
  }
}

function failedListeners(host: EngineHost): EngineHost['ready']['problems'] {
  return host.ready.problems.filter(
    ({ code, severity }) => severity === 'error' && code.startsWith('listener.'),
  );
}

function reportFailed(
  failed: EngineHost['ready']['problems'],
  { json }: ServeOptions,
  terminal: Terminal,
): number {
  if (json) terminal.out(`${JSON.stringify({ ready: false, problems: failed })}\n`);
  else for (const problem of failed) terminal.err(`${problemText(problem)}\n`);
  return exitCodes.failed;
}

/** Asked before anything is opened: it is no reason to begin. @throws workspace.unreadable */
function requireScreens({ page }: Installation): void {
  if (existsSync(page)) return;
  throw new GatehouseError('workspace.unreadable', 'The screens are not built.', {
    fix: 'Run npm run build.',
  });
}

function openUi(
  { relay, connect }: EngineHost,
  { port }: ServeOptions,
  installation: Installation,
): Promise<WebHost> {
  return startWebHost({
    port,
    findFile: openPageFiles(installation.page),
    relay,
    connect: () => connect('port'),
    clock: systemClock,
    random: createSystemRandom(),
  });
}

/** One line about what the folder may do because it was named, or may not do. */
function sayTrust({ ready }: EngineHost, { restricted }: ServeOptions, terminal: Terminal): void {
  const items = restricted ? ready.trust.off : ready.trust.items;
  if (items.length === 0) return;
  const what = trustSentence(items, restricted ? 'or' : 'and');
  terminal.err(
    restricted
      ? `Restricted: the workspace may not ${what}.\n`
      : `You named this folder, so the workspace may ${what}. Use --restricted to limit it to this machine.\n`,
  );
}

/** Startup does not wait for the connectors, so their problems follow on a separate line. */
function announceFurther(
  { ready }: EngineHost,
  all: EngineHost['ready']['problems'],
  { json }: ServeOptions,
  terminal: Terminal,
): void {
  const said = new Set(ready.problems.map((problem) => JSON.stringify(problem)));
  const further = all.filter((problem) => !said.has(JSON.stringify(problem)));
  if (further.length === 0) return;
  if (json) terminal.out(`${JSON.stringify({ problems: further })}\n`);
  else
    for (const problem of further)
      if (problem.severity !== 'notice') terminal.err(`${problemText(problem)}\n`);
}

function announce(host: EngineHost, web: WebHost | null, options: ServeOptions, terminal: Terminal): void {
  const { services, problems, workspaceName } = host.ready;
  const link = web?.startLink({ seconds: printedLinkSeconds, isReusable: true }) ?? null;
  if (options.json) {
    const ui = link === null ? {} : { ui: link.url, uiExpiresInSeconds: link.expiresInSeconds };
    const restricted = options.restricted ? { restricted: host.ready.trust.off } : {};
    return terminal.out(`${JSON.stringify({ ready: true, ...ui, services, problems, ...restricted })}\n`);
  }
  terminal.out(`${workspaceName}\n`);
  for (const [key, url] of Object.entries(services)) terminal.out(`  ${key.padEnd(20)} ${url}\n`);
  for (const problem of problems)
    if (problem.severity !== 'notice') terminal.err(`${problemText(problem)}\n`);
  if (link !== null)
    terminal.out(
      `\nOpen ${link.url}\nThe link is valid for ${printedLinkSeconds / 3_600} hours. Run \`gatehouse open\` to create another link.\n`,
    );
}
