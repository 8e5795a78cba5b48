import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  app,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { type EngineHost, openEngineHost } from '#main/hosts/engine-host.ts';
import { installationAround } from '#main/hosts/installation.ts';
import { logStreamWriter } from '#main/hosts/log-stream.ts';
import { openPageFiles } from '#main/hosts/page-files.ts';
import { stateRoots } from '#main/hosts/workspace-location.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import { copySampleWorkspace, readPreferences } from '#main/workspace/index.ts';
import { openLinkScheme, parseOpenLink } from '#shared/desktop/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { Desktop } from './desktop.ts';
import { openDesktopFile } from './desktop-file.ts';
import { askForDownloads } from './downloads.ts';
import { startIsolateProcess } from './isolate-process.ts';
import { createLogTail } from './log-tail.ts';
import { ownCommand } from './login-item.ts';
import { handlePageRequest, pageScheme, pageSchemePrivileges } from './page-scheme.ts';
import { profileFolder } from './profile-folder.ts';
import { connectChannel, handleConnect } from './relay.ts';
import { sandboxProblem } from './sandbox-problem.ts';
import { systemKeyStore } from './secrets.ts';
import { restrictContents, restrictSession } from './session-policy.ts';
import { passOn, readPassedOn, readStartOptions, type StartOptions } from './start-options.ts';
import { windowBackground } from './window-background.ts';

const installation = installationAround(import.meta.url);
const startArguments = process.argv.slice(app.isPackaged ? 1 : 2);
const places = userFolders(process.platform, process.env);
const writeLog = logStreamWriter(process.stderr);
// Output of Electron itself is no reason to end either.
process.stdout.on('error', () => {});
const logTail = createLogTail((line) => writeLog(`${line}\n`));
const { log } = logTail;

const profile = profileFolder(process.platform, app.getPath('userData'), places);
if (profile !== null) app.setPath('userData', profile);
// Windows joins windows and shortcuts of one application by it; without it, a packed one is taken for Electron.
if (installation.appId !== null) app.setAppUserModelId(installation.appId);
protocol.registerSchemesAsPrivileged([pageSchemePrivileges]);
app.enableSandbox();
// The menu that Electron brings along leads to places of its own.
Menu.setApplicationMenu(null);

type Wish = Parameters<Desktop['show']>[0];

/** Wishes that are kept for a window that is still to come. */
const maxWaiting = 8;

let host: EngineHost | null = null;
let desktop: Desktop | null = null;
let isStopping = false;
/** Wishes from links and further starts before there was a window, the oldest first. */
let waiting: readonly Wish[] = [];

async function openHost(
  options: StartOptions,
  roots: ReturnType<typeof stateRoots>,
  mayBeginAnew = false,
): Promise<EngineHost> {
  const workspaceDirectory =
    options.workspace ?? copySampleWorkspace(installation.sampleWorkspace, places.sampleWorkspace);
  return openEngineHost(workspaceDirectory, {
    installation,
    roots,
    opening: { by: options.workspace === null ? 'sample' : 'command', isRestricted: options.isRestricted },
    workspacesDirectory: places.workspaces,
    keyStore: (stateDirectory, stateRoot) =>
      systemKeyStore(stateDirectory, stateRoot, {
        keyStore: safeStorage,
        platform: process.platform,
        mayBeginAnew,
      }),
    host: 'electron',
    seal: true,
    services: null,
    ports: {},
    logLevel: 'warn',
    log,
    startProcess: (wanted) => startIsolateProcess(wanted, utilityProcess),
    problem: sandboxProblem(app.commandLine),
    isPublic: true,
  });
}

function openDesktop(running: EngineHost, stateRoot: string): Desktop {
  const trayIcon =
    process.platform === 'darwin'
      ? new URL('../../resources/icons/trayTemplate.png', import.meta.url)
      : new URL('../../resources/icons/tray.png', import.meta.url);
  return new Desktop({
    host: running,
    file: openDesktopFile(stateRoot, createSystemRandom()),
    version: installation.version,
    preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
    background: windowBackground(readPreferences(stateRoot).theme, nativeTheme.shouldUseDarkColors),
    trayIcon: fileURLToPath(trayIcon),
    loginItem: {
      platform: process.platform,
      environment: process.env,
      home: process.env['HOME'] ?? homedir(),
      command: ownCommand(process.env, app, process.execPath),
      setLoginItem: (settings) => app.setLoginItemSettings(settings),
    },
    logTail,
    isStopping: () => isStopping,
    failed: (error) => fail('Gatehouse stopped', error),
    nowMillis: systemClock.nowMillis,
  });
}

async function run(): Promise<void> {
  const options = readStartOptions(startArguments, process.cwd());
  await app.whenReady();
  // The system waits for a listener that asks it to; the types of Electron leave the event out.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    app.quit();
  });
  restrictSession(session.defaultSession);
  askForDownloads(session.defaultSession);
  if (app.isPackaged) app.setAsDefaultProtocolClient(openLinkScheme);
  const findFile = openPageFiles(installation.page);
  protocol.handle(pageScheme, (request) => handlePageRequest(request, findFile));
  const roots = stateRoots(options.stateDirectory, places.stateRoot);
  const running = await openHost(options, roots).catch((error: unknown) => {
    if (!isKeyMissing(error) || !beginsAnew(error)) throw error;
    return openHost(options, roots, true);
  });
  host = running;
  const opened = openDesktop(running, roots.stateRoot);
  desktop = opened;
  ipcMain.on(connectChannel, (event) =>
    handleConnect(event, {
      makeChannel: () => new MessageChannelMain(),
      connectEngine: () => running.connect('port'),
      takePage: (port) => opened.link.take(port),
      refused: (why) => log(`connection rejected: ${why}`),
    }),
  );
  if (options.hasBadLink) log('an invalid link was ignored');
  if (options.path !== null) opened.link.send({ type: 'open-link', path: options.path });
  for (const wish of waiting) opened.show(wish);
  waiting = [];
}

function isKeyMissing(error: unknown): error is GatehouseError {
  return error instanceof GatehouseError && error.code === 'secret.key-missing';
}

/** Asks whether a state whose key is gone gets a new one; the safe answer is the first. */
function beginsAnew({ message }: GatehouseError): boolean {
  const detail =
    'Restore it from a backup. With a new key, values encrypted with the old key are not readable.';
  const buttons = ['Quit', 'Start with a new key'];
  const choice = { type: 'warning', message, detail, buttons, defaultId: 0, cancelId: 0 } as const;
  return dialog.showMessageBoxSync({ ...choice, buttons: [...buttons] }) === 1;
}

/** Says what failed and ends; without its engine the window could only show what was. */
function fail(title: string, error: unknown): void {
  const { message, fix } =
    error instanceof GatehouseError ? error : { message: String(error), fix: undefined };
  dialog.showErrorBox(title, fix === undefined ? message : `${message}\n\n${fix}`);
  app.exit(1);
}

/**
 * Ends the engine before the process: closing the window promises that everything is on disk. A second
 * request waits for the first one.
 */
function stopFirst(event: { preventDefault: () => void }): void {
  if (host === null) return;
  event.preventDefault();
  if (isStopping) return;
  isStopping = true;
  void host.stop().finally(() => app.exit(0));
}

/** A link that the system hands over to the running application. */
function openLink(link: string): void {
  const path = parseOpenLink(link);
  show({ workspace: null, isRestricted: false, path, hasBadLink: path === null });
}

function show(wish: Wish): void {
  if (desktop === null) waiting = [...waiting, wish].slice(-maxWaiting);
  else desktop.show(wish);
}

if (app.requestSingleInstanceLock(passOn(startArguments, process.cwd()))) {
  restrictContents(app, (url) => {
    shell.openExternal(url).catch((error: unknown) => log(`a link could not be opened: ${String(error)}`));
  });
  app.on('second-instance', (_event, _arguments, _directory, data) => show(readPassedOn(data)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  app.on('activate', () => desktop?.show(null));
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', stopFirst);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
  run().catch((error: unknown) => fail('Gatehouse did not start', error));
} else {
  app.quit();
}
