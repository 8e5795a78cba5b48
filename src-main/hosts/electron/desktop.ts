import { app, clipboard, dialog, Menu, type MenuItemConstructorOptions, net, Tray } from 'electron';
import type { EngineHost } from '#main/hosts/engine-host.ts';
import {
  crashReport,
  type DesktopPreferences,
  englishHostWords,
  type FromPage,
  type MenuGroup,
  type TrayService,
} from '#shared/desktop/index.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import { menuTemplate } from './app-menu.ts';
import { type CrashWatch, createCrashWatch } from './crash-watch.ts';
import type { DesktopFile } from './desktop-file.ts';
import { externalUrl } from './external-url.ts';
import type { LogTail } from './log-tail.ts';
import { type LoginItem, setStartAtLogin } from './login-item.ts';
import { type MainWindow, openMainWindow } from './main-window.ts';
import { createPageLink, type PageLink } from './page-link.ts';
import type { StartOptions } from './start-options.ts';
import { trayTemplate } from './tray.ts';
import { findUpdate } from './update-check.ts';

/** A feed that is due is noticed this often, in milliseconds. */
const lookForUpdatesEveryMillis = 6 * 3_600_000;

export interface DesktopParts {
  readonly host: EngineHost;
  readonly file: DesktopFile;
  readonly version: string;
  readonly preload: string;
  /** The colour of the window before its page is drawn. */
  readonly background: string;
  readonly trayIcon: string;
  readonly loginItem: LoginItem;
  readonly logTail: LogTail;
  readonly isStopping: () => boolean;
  readonly failed: (error: unknown) => void;
  readonly nowMillis: () => number;
}

/** The desktop application, once its engine runs: window, menus, icon, and what they ask of each other. */
export class Desktop {
  readonly link: PageLink;
  readonly #parts: DesktopParts;
  readonly #window: MainWindow;
  readonly #crashes: CrashWatch;
  #words = englishHostWords;
  #groups: readonly MenuGroup[] = [];
  #services: readonly TrayService[] = [];
  #tray: Tray | null = null;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    const { log } = parts.logTail;
    this.link = createPageLink({ onMessage: (message) => this.#receive(message), refused: log });
    this.#crashes = this.#watchCrashes();
    this.#showMenu();
    this.#window = openMainWindow({
      preload: parts.preload,
      hasDevTools: !app.isPackaged,
      background: parts.background,
      file: parts.file,
      isHiding: () => this.#tray !== null && !parts.isStopping(),
      crashed: (kind, reason) => {
        log(`${kind} ended or does not respond: ${reason}`);
        if (!parts.isStopping()) this.#crashes.crashed(kind, reason);
      },
      recovered: () => this.#crashes.recovered(),
      closed: () => this.#tray?.destroy(),
      sessionEnds: () => app.quit(),
      log,
    });
    parts.host.onExit((error) => {
      log(`the engine ended: ${error.message}`);
      if (!parts.isStopping()) this.#crashes.crashed('engine', error.code);
    });
    this.#applyTray(parts.file.preferences());
    setInterval(() => this.#lookForUpdate(), lookForUpdatesEveryMillis).unref();
  }

  /** Brings the window to the front, and takes it where a second start or a link wants it. */
  show(options: Pick<StartOptions, 'workspace' | 'isRestricted' | 'path' | 'hasBadLink'> | null): void {
    this.#window.show();
    if (options === null) return;
    if (options.hasBadLink) this.#parts.logTail.log('an invalid link was ignored');
    if (options.workspace !== null) {
      if (!options.isRestricted) this.#parts.host.noteNamed(options.workspace);
      this.link.send({ type: 'open-workspace', directory: options.workspace });
    }
    if (options.path !== null) this.link.send({ type: 'open-link', path: options.path });
  }

  #receive(message: FromPage): void {
    const { type } = message;
    switch (type) {
      case 'ready':
        this.link.send({ type: 'preferences', preferences: this.#parts.file.preferences() });
        return this.#lookForUpdate();
      case 'words':
        this.#words = message.words;
        this.#showTrayMenu();
        return this.#showMenu();
      case 'menu':
        this.#groups = message.groups;
        return this.#showMenu();
      case 'services':
        this.#services = message.services;
        return this.#showTrayMenu();
      case 'choose-folder':
        return void this.#chooseFolder(message);
      case 'set-preferences':
        return this.#setPreferences(message.preferences);
      default:
        return assertNever(type);
    }
  }

  async #chooseFolder({ id, title, directory }: Extract<FromPage, { type: 'choose-folder' }>): Promise<void> {
    const { canceled, filePaths } = await dialog.showOpenDialog(this.#window.window, {
      title,
      ...(directory === '' ? {} : { defaultPath: directory }),
      properties: ['openDirectory', 'createDirectory'],
    });
    this.link.send({ type: 'folder', id, directory: canceled ? null : (filePaths[0] ?? null) });
  }

  #setPreferences(preferences: DesktopPreferences): void {
    const { file, loginItem } = this.#parts;
    try {
      if (preferences.startsAtLogin !== file.preferences().startsAtLogin)
        setStartAtLogin(preferences.startsAtLogin, loginItem);
      file.keep({ preferences });
      this.#applyTray(preferences);
      this.#lookForUpdate();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.link.send({ type: 'failed', message: message.slice(0, 1_000) });
    }
    this.link.send({ type: 'preferences', preferences: file.preferences() });
  }

  #showMenu(): void {
    const template = menuTemplate(this.#groups, {
      isMac: process.platform === 'darwin',
      hasDevTools: !app.isPackaged,
      words: this.#words.menu,
      onCommand: (id) => this.#runCommand(id),
    });
    Menu.setApplicationMenu(this.#menu(template));
  }

  // Builds the menu; if that fails, returns the current one.
  #menu(template: MenuItemConstructorOptions[]): Menu | null {
    try {
      return Menu.buildFromTemplate(template);
    } catch (error) {
      this.#parts.logTail.log(`the menu was not created: ${String(error)}`);
      return Menu.getApplicationMenu();
    }
  }

  #runCommand(id: string): void {
    this.link.send({ type: 'run-command', id });
  }

  #applyTray({ hasTray }: DesktopPreferences): void {
    if (hasTray && this.#tray === null) {
      this.#tray = new Tray(this.#parts.trayIcon);
      this.#tray.setToolTip('Gatehouse');
      this.#tray.on('click', () => this.show(null));
    } else if (!hasTray) {
      this.#tray?.destroy();
      this.#tray = null;
    }
    this.#showTrayMenu();
  }

  #showTrayMenu(): void {
    const acts = {
      open: () => this.show(null),
      runCommand: (id: string) => this.#runCommand(id),
      quit: () => app.quit(),
    };
    const template = trayTemplate(this.#services, this.#words.tray, acts);
    this.#tray?.setContextMenu(Menu.buildFromTemplate(template));
  }

  #watchCrashes(): CrashWatch {
    const { nowMillis, logTail, version, host, failed } = this.#parts;
    return createCrashWatch({
      ask: async (options) => {
        const { window } = this.#window;
        // Over a window that is hidden, nobody would see the box.
        const shown = window.isVisible()
          ? dialog.showMessageBox(window, options)
          : dialog.showMessageBox(options);
        return (await shown).response;
      },
      words: () => this.#words.crash,
      copyReport: async (kind, reason) => {
        const { electron, chrome, node } = process.versions;
        const system = `${process.platform} ${process.arch} ${process.getSystemVersion?.() ?? ''}`.trim();
        const versions = { gatehouse: version, electron, chrome, node, system };
        const facts = { kind, reason, atMillis: nowMillis(), versions, log: logTail.lines() };
        await clipboard
          .writeText(crashReport(facts))
          .catch((error: unknown) => logTail.log(`the report was not copied: ${String(error)}`));
      },
      reopen: async (kind, isAtHome) => {
        if (kind !== 'engine') return this.#window.reopen(isAtHome, kind === 'hang');
        await host.restart().catch(failed);
        if (isAtHome) await this.#window.reopen(isAtHome, false);
      },
      quit: () => app.quit(),
      nowMillis,
    });
  }

  #lookForUpdate(): void {
    const { file, version, nowMillis, logTail } = this.#parts;
    const { checksForUpdates, updateFeed } = file.preferences();
    if (!checksForUpdates) return;
    findUpdate(updateFeed, {
      version,
      fetch: (url, options) => net.fetch(url, options),
      nowMillis,
      lastAskedAtMillis: file.updateAskedAtMillis,
      noteAsked: (atMillis) => file.keep({ updateAskedAtMillis: atMillis }),
    })
      .then((found) => {
        const url = found === null ? null : externalUrl(found.url);
        if (found !== null && url !== null) this.link.send({ type: 'update', version: found.version, url });
      })
      .catch((error: unknown) => logTail.log(`the update check failed: ${String(error)}`));
  }
}
