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
      services: null,
      ports: {},
      logLevel: 'warn',
      workers: installation.workers,
    },
    (line) => void process.stderr.write(`${line}\n`),
  );
}

function openWindow(client: EngineClient): void {
  window = new BrowserWindow(windowOptions(preload));
  window.once('ready-to-show', () => window?.show());
  window.on('closed', () => {
    window = null;
  });
  ipcMain.on(connectChannel, (event) =>
    answerConnect(event, {
      makeChannel: () => new MessageChannelMain(),
      connectEngine: () => client.connect('port'),
      refused: (why) => void process.stderr.write(`connection refused: ${why}\n`),
    }),
  );
  void window.loadURL(`${pageOrigin}/`);
}

async function run(): Promise<void> {
  await app.whenReady();
  restrictSession(session.defaultSession);
  const findFile = openPageFiles(installation.page);
  protocol.handle(pageScheme, (request) => answerPageRequest(request, findFile));
  engine = await openEngine();
  openWindow(engine);
}

function fail(error: unknown): void {
  const { message, fix } =
    error instanceof GatehouseError ? error : { message: String(error), fix: undefined };
  dialog.showErrorBox('Gatehouse did not start', fix === undefined ? message : `${message}\n\n${fix}`);
  app.exit(1);
}

let isStopping = false;

/** Ends the engine before the process: closing the window is a promise that all is on disk. */
function stopFirst(event: { preventDefault: () => void }): void {
  if (engine === null || isStopping) return;
  event.preventDefault();
  isStopping = true;
  void engine.stop().finally(() => app.exit(0));
}

if (app.requestSingleInstanceLock()) {
  restrictContents(app, (url) => void shell.openExternal(url));
  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', stopFirst);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
  run().catch(fail);
} else {
  app.quit();
}
