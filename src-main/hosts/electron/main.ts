import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  MessageChannelMain,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import { type EngineClient, startEngine } from '#main/hosts/engine-client.ts';
import { installationAround } from '#main/hosts/installation.ts';
import { openPageFiles } from '#main/hosts/page-files.ts';
import { userPlaces } from '#main/platform/places.ts';
import { copySampleWorkspace } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { answerPageRequest, pageOrigin, pageScheme, pageSchemePrivileges } from './page-scheme.ts';
import { answerConnect, connectChannel } from './relay.ts';
import { readSealKey } from './secrets.ts';
import { restrictContents, restrictSession } from './session-policy.ts';
import { windowOptions } from './window-options.ts';

const installation = installationAround(import.meta.url);
const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url));
const { values: options } = parseArgs({
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  options: { workspace: { type: 'string' }, 'state-dir': { type: 'string' } },
  strict: false,
});

protocol.registerSchemesAsPrivileged([pageSchemePrivileges]);
app.enableSandbox();

let window: BrowserWindow | null = null;
let engine: EngineClient | null = null;

function text(option: unknown): string | null {
  return typeof option === 'string' ? resolve(option) : null;
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function openEngine(): Promise<EngineClient> {
  const places = userPlaces(process.platform, process.env);
  const stateDirectory = text(options['state-dir']);
  const stateRoot = stateDirectory ?? places.stateRoot;
  const workspaceDirectory =
    text(options['workspace']) ?? copySampleWorkspace(installation.sampleWorkspace, places.sampleWorkspace);
  return startEngine(
    installation.engine,
    {
      workspaceDirectory,
      stateDirectory,
      stateRoot,
      sealKey: await readSealKey(stateRoot, safeStorage),
      host: 'electron',
      version: installation.version,
      seal: true,
      services: null,
      ports: {},
      logLevel: 'warn',
      workers: installation.workers,
    },
    log,
  );
}

function openWindow(client: EngineClient): void {
  window = new BrowserWindow(windowOptions(preload, { hasDevTools: !app.isPackaged }));
  window.once('ready-to-show', () => window?.show());
  window.on('closed', () => {
    window = null;
  });
  ipcMain.on(connectChannel, (event) =>
    answerConnect(event, {
      makeChannel: () => new MessageChannelMain(),
      connectEngine: () => client.connect('port'),
      refused: (why) => log(`connection refused: ${why}`),
    }),
  );
  window.loadURL(`${pageOrigin}/`).catch((error: unknown) => log(`the page did not load: ${String(error)}`));
}

async function run(): Promise<void> {
  await app.whenReady();
  restrictSession(session.defaultSession);
  const findFile = openPageFiles(installation.page);
  protocol.handle(pageScheme, (request) => answerPageRequest(request, findFile));
  engine = await openEngine();
  engine.onExit((error) => fail('Gatehouse stopped', error));
  openWindow(engine);
}

/** Says what failed and ends; without its engine the window could only show what was. */
function fail(title: string, error: unknown): void {
  const { message, fix } =
    error instanceof GatehouseError ? error : { message: String(error), fix: undefined };
  dialog.showErrorBox(title, fix === undefined ? message : `${message}\n\n${fix}`);
  app.exit(1);
}

let isStopping = false;

/**
 * Ends the engine before the process: closing the window is a promise that all is on disk. Whoever asks again in the
 * meantime waits with the rest.
 */
function stopFirst(event: { preventDefault: () => void }): void {
  if (engine === null) return;
  event.preventDefault();
  if (isStopping) return;
  isStopping = true;
  void engine.stop().finally(() => app.exit(0));
}

if (app.requestSingleInstanceLock()) {
  restrictContents(app, (url) => {
    shell.openExternal(url).catch((error: unknown) => log(`${url} could not be opened: ${String(error)}`));
  });
  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', stopFirst);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
  run().catch((error: unknown) => fail('Gatehouse did not start', error));
} else {
  app.quit();
}
