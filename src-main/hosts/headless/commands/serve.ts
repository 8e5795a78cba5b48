import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type EngineClient, startEngine } from '#main/hosts/engine-client.ts';
import type { Installation } from '#main/hosts/installation.ts';
import { openPageFiles } from '#main/hosts/page-files.ts';
import { createRelayClient } from '#main/platform/http-relay.ts';
import { userPlaces } from '#main/platform/places.ts';
import { copySampleWorkspace } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { type CliCommand, exitCodes, problemText, type Terminal } from '../cli.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { readSealKey } from '../seal-key.ts';
import { startWebHost, type WebHost } from '../web-host.ts';

interface ServeOptions {
  readonly workspace?: string;
  readonly stateDir?: string;
  readonly services?: readonly ServiceKey[];
  readonly port: number;
  readonly anyPorts: boolean;
  readonly ui: boolean;
  readonly seal: boolean;
  readonly open: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
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
        .description('Host the services of a workspace, and the screens on loopback')
        .option('--workspace <dir>', 'the workspace; else the current folder if it is one, else the sample')
        .option('--state-dir <dir>', 'where the state of this workspace lies')
        .option('--services <list>', 'only these services, separated by commas', parseServices)
        .option('--port <number>', 'port of the screens; the next free one is taken', parsePort, 9030)
        .option('--any-ports', 'let every service take a free port', false)
        .option('--no-ui', 'host the services without screens')
        .option('--no-seal', 'leave secrets that stand in clear in the workspace as they are, and warn')
        .option('--open', 'open the screens in the browser, and stay up when a service does not start', false)
        .option('--json', 'print one line of JSON when everything accepts connections', false)
        .option('--verbose', 'log every step to standard error', false)
        .action((options: ServeOptions) => run(options, () => serve(options, installation, terminal)));
    },
  };
}

async function serve(options: ServeOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const places = userPlaces(process.platform, process.env);
  const stateRoot = options.stateDir === undefined ? places.stateRoot : resolve(options.stateDir);
  const workspace = chooseWorkspace(options, installation, places.sampleWorkspace);
  const anyPort = options.anyPorts ? Object.fromEntries(serviceKeys.map((key) => [key, 0])) : {};
  const stop = stopSignal();
  const engine = await startEngine(
    installation.engine,
    {
      workspaceDirectory: workspace,
      stateDirectory: options.stateDir === undefined ? null : stateRoot,
      stateRoot,
      sealKey: readSealKey(stateRoot, process.env),
      host: 'web',
      version: installation.version,
      seal: options.seal,
      services: options.services ?? null,
      ports: anyPort,
      logLevel: options.verbose ? 'debug' : 'warn',
      workers: installation.workers,
    },
    (line) => terminal.err(`${line}\n`),
  );
  const failed = engine.ready.problems.filter(
    ({ code, severity }) => severity === 'error' && code.startsWith('listener.'),
  );
  if (failed.length > 0 && !options.open) {
    await engine.stop();
    return reportFailed(failed, options, terminal);
  }
  const web = options.ui ? await openUi(engine, options, installation) : null;
  announce(engine, web, options, terminal);
  const crashed = new Promise<never>((_settle, fail) => engine.onExit(fail));
  try {
    return await Promise.race([stop, crashed]);
  } finally {
    await Promise.all([web?.close(), engine.stop()]);
  }
}

function chooseWorkspace({ workspace }: ServeOptions, installation: Installation, sample: string): string {
  if (workspace !== undefined) return resolve(workspace);
  if (existsSync(join(process.cwd(), 'gatehouse.json'))) return process.cwd();
  return copySampleWorkspace(installation.sampleWorkspace, sample);
}

/** Resolves with the exit code at the first SIGTERM or SIGINT. */
function stopSignal(): Promise<number> {
  return new Promise((settle) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => settle(exitCodes.ok));
  });
}

function reportFailed(
  failed: EngineClient['ready']['problems'],
  { json }: ServeOptions,
  terminal: Terminal,
): number {
  if (json) terminal.out(`${JSON.stringify({ ready: false, problems: failed })}\n`);
  else for (const problem of failed) terminal.err(`${problemText(problem)}\n`);
  return exitCodes.failed;
}

function openUi(engine: EngineClient, { port }: ServeOptions, installation: Installation): Promise<WebHost> {
  if (!existsSync(installation.page))
    throw new GatehouseError('workspace.unreadable', 'The screens are not built.', {
      fix: 'Run npm run build.',
    });
  const relay = createRelayClient(engine.connect('http'));
  return startWebHost({ port, findFile: openPageFiles(installation.page), relay });
}

function announce(
  engine: EngineClient,
  web: WebHost | null,
  options: ServeOptions,
  terminal: Terminal,
): void {
  const { services, problems, workspaceName } = engine.ready;
  if (options.json) {
    const line = { ready: true, ...(web === null ? {} : { ui: web.url }), services, problems };
    return terminal.out(`${JSON.stringify(line)}\n`);
  }
  terminal.out(`${workspaceName}\n`);
  for (const [key, url] of Object.entries(services)) terminal.out(`  ${key.padEnd(20)} ${url}\n`);
  for (const problem of problems)
    if (problem.severity !== 'notice') terminal.err(`${problemText(problem)}\n`);
  if (web !== null) {
    terminal.out(`\nOpen ${web.url}\n`);
    if (options.open) openInBrowser(web.url);
  }
}
