import { BrowserWindow, screen } from 'electron';
import { type CrashKind, placeWindow } from '#shared/desktop/index.ts';
import type { DesktopFile } from './desktop-file.ts';
import { pageOrigin } from './page-scheme.ts';
import { usualSize, windowOptions } from './window-options.ts';

/** How long a window must have stood still before its place is kept, in milliseconds. */
const keepAfterMillis = 400;

export interface MainWindowOptions {
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** The colour before the page is drawn. */
  readonly background: string;
  readonly file: DesktopFile;
  /** True if closing the window hides it. */
  readonly isHiding: () => boolean;
  readonly crashed: (kind: CrashKind, reason: string) => void;
  readonly recovered: () => void;
  readonly closed: () => void;
  /** The operating system ends the session of the user. */
  readonly sessionEnds: () => void;
  readonly log: (line: string) => void;
}

/** The one window. */
export interface MainWindow {
  readonly window: BrowserWindow;
  /** Brings it to the front, from wherever it is. */
  show(): void;
  /** Loads the page anew after it ended; one that does not answer is ended first. */
  reopen(isAtHome: boolean, isHanging: boolean): Promise<void>;
}

/** Opens the window where it was left, on the page. */
export function openMainWindow(options: MainWindowOptions): MainWindow {
  const { preload, hasDevTools, background, file, log } = options;
  const kept = file.windowPlace();
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = placeWindow(kept, areas, usualSize);
  const window = new BrowserWindow(windowOptions(preload, { hasDevTools, bounds, background }));
  // Not before: maximising shows a window, and there would be nothing in it.
  window.once('ready-to-show', () => (kept?.isMaximised === true ? window.maximize() : window.show()));
  keepPlace(window, file, log);
  const page = watchPage(window, options);
  window.on('close', (event) => {
    if (!options.isHiding()) return;
    event.preventDefault();
    window.hide();
  });
  window.on('closed', options.closed);
  window.on('session-end', options.sessionEnds);
  const load = async (address: string) => {
    await window.loadURL(address).catch((error: unknown) => log(`the page did not load: ${String(error)}`));
  };
  void load(`${pageOrigin}/`);
  return {
    window,
    show() {
      // Closed, and the engine still on its way to its end.
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      if (!window.isVisible()) window.show();
      window.focus();
    },
    reopen(isAtHome, isHanging) {
      if (isHanging) page.end();
      return load(isAtHome ? `${pageOrigin}/#/home` : `${pageOrigin}/`);
    },
  };
}

function keepPlace(window: BrowserWindow, file: DesktopFile, log: (line: string) => void): void {
  const keep = () => {
    try {
      file.keep({ window: { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() } });
    } catch (error) {
      log(`the window position was not saved: ${String(error)}`);
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const keepSoon = () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(keep, keepAfterMillis);
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('maximize', keepSoon);
  window.on('unmaximize', keepSoon);
  window.on('close', () => {
    if (timer !== null) clearTimeout(timer);
    keep();
  });
}

function watchPage(
  window: BrowserWindow,
  { crashed, recovered }: MainWindowOptions,
): { readonly end: () => void } {
  let isMeant = false;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    // It ends cleanly when the window does.
    if (!isMeant && reason !== 'clean-exit') crashed('page', `${reason} (${exitCode})`);
    isMeant = false;
  });
  window.on('unresponsive', () => crashed('hang', 'unresponsive'));
  window.on('responsive', recovered);
  return {
    end() {
      isMeant = true;
      window.webContents.forcefullyCrashRenderer();
    },
  };
}
