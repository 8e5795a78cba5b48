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
import { type EngineHost, openEngineHost } from '#main/hosts/engine-host.ts';
import { installationAround } from '#main/hosts/installation.ts';
import { openPageFiles } from '#main/hosts/page-files.ts';
import { stateRoots } from '#main/hosts/workspace-place.ts';
import { userPlaces } from '#main/platform/places.ts';
import { copySampleWorkspace } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { answerPageRequest, pageOrigin, pageScheme, pageSchemePrivileges } from './page-scheme.ts';
import { answerConnect, connectChannel } from './relay.ts';
import { keyStorePlace } from './secrets.ts';
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
let host: EngineHost | null = null;

/** The folder that an option names; null where it is not given. An option without its value is an error, never a default. */
function folderOption(name: 'workspace' | 'state-dir'): string | null {
  const value = options[name];
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[^-]/.test(value)) return resolve(value);
  throw new GatehouseError('cli.usage', `--${name} was given without a folder.`, {
    fix: `Write --${name} <folder>, or leave it out.`,
  });
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function openHost(): Promise<EngineHost> {
  const places = userPlaces(process.platform, process.env);
  const roots = stateRoots(folderOption('state-dir'), places.stateRoot);
  const workspaceDirectory =
    folderOption('workspace') ?? copySampleWorkspace(installation.sampleWorkspace, places.sampleWorkspace);
  return openEngineHost(workspaceDirectory, {
    installation,
    roots,
    workspacesDirectory: places.workspaces,
    keyPlace: (stateDirectory, stateRoot) => keyStorePlace(stateDirectory, stateRoot, safeStorage),
    host: 'electron',
    seal: true,
    services: null,
    ports: {},
    logLevel: 'warn',
    log,
    isPublic: true,
  });
}

function openWindow({ connect }: EngineHost): void {
  window = new BrowserWindow(windowOptions(preload, { hasDevTools: !app.isPackaged }));
  window.once('ready-to-show', () => window?.show());
  window.on('closed', () => {
    window = null;
  });
  ipcMain.on(connectChannel, (event) =>
    answerConnect(event, {
      makeChannel: () => new MessageChannelMain(),
      connectEngine: () => connect('port'),
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
  host = await openHost();
  void host.exit.then((error) => fail('Gatehouse stopped', error));
  openWindow(host);
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
  if (host === null) return;
  event.preventDefault();
  if (isStopping) return;
  isStopping = true;
  void host.stop().finally(() => app.exit(0));
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
