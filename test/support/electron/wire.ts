import type { BrowserWindowConstructorOptions, CustomScheme, Rectangle } from 'electron';

/** Name of the environment variable in which a test gives the settings of the stand-in, as JSON. */
export const settingsVariable = 'GATEHOUSE_TEST_ELECTRON';

/** Settings in which one start of the desktop application differs from another. */
export interface StandInSettings {
  /** False: another process is the one instance. */
  readonly hasInstanceLock: boolean;
  readonly hasKeyStore: boolean;
  /** As installed, and not from a checkout. */
  readonly isPackaged: boolean;
  /** The screens of the machine. */
  readonly displays: readonly Rectangle[];
  /** True if the system shows dark colours. */
  readonly isDark: boolean;
  /** Responses to requests of the main process, by address; any other cannot be reached. */
  readonly answers: Readonly<Record<string, string>>;
}

/** An item of a menu as the host built it. */
export interface MenuNote {
  readonly label: string;
  readonly role: string | null;
  readonly accelerator: string | null;
  readonly isEnabled: boolean;
  readonly items: readonly MenuNote[];
}

/** The content of a message box. */
export interface BoxNote {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
}

export type WindowAct = 'show' | 'hide' | 'restore' | 'focus' | 'maximise' | 'crash';

/** A message to the page, with ends of ports. */
export interface ToPage {
  readonly type: 'to-page';
  readonly channel: string;
  readonly message: unknown;
  readonly ports: readonly number[];
}

/** The other end of a port sent something, or closed it. */
export type PortNote =
  | { readonly type: 'port-message'; readonly port: number; readonly data: unknown }
  | { readonly type: 'port-closed'; readonly port: number };

/** Notes of the stand-in to the test, in the order in which the host acted. */
export type Note =
  | { readonly type: 'schemes'; readonly schemes: readonly CustomScheme[] }
  | { readonly type: 'sandbox-enabled' }
  | { readonly type: 'ready' }
  | { readonly type: 'path'; readonly name: string; readonly path: string }
  | { readonly type: 'app-id'; readonly id: string }
  | { readonly type: 'window'; readonly options: BrowserWindowConstructorOptions }
  | { readonly type: 'load'; readonly url: string }
  | { readonly type: 'window-act'; readonly act: WindowAct }
  | { readonly type: 'error-box'; readonly title: string; readonly content: string }
  | { readonly type: 'message-box'; readonly box: BoxNote; readonly hasParent: boolean }
  | { readonly type: 'open-dialog'; readonly title: string; readonly properties: readonly string[] }
  | { readonly type: 'menu'; readonly items: readonly MenuNote[] | null }
  | { readonly type: 'tray'; readonly items: readonly MenuNote[] | null }
  | { readonly type: 'protocol-client'; readonly scheme: string }
  | { readonly type: 'clipboard'; readonly text: string }
  | { readonly type: 'login-item'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly type: 'net-fetch'; readonly url: string; readonly redirect: string }
  | { readonly type: 'open-external'; readonly url: string }
  | ToPage
  | PortNote
  | {
      readonly type: 'utility-process';
      readonly entry: string;
      readonly pid: number;
      /** Those of V8. */
      readonly flags: readonly string[];
      /** Names of the variables that it was given. */
      readonly env: readonly string[];
    }
  | { readonly type: 'exit'; readonly code: number };

/** Events that a test can cause and facts that it can ask for, by name. */
export interface Asks {
  /** The system is about to shut down. */
  readonly 'shut-down': { readonly input: null; readonly answer: { readonly isPrevented: boolean } };
  /** Windows ends the session of its user. */
  readonly 'end-session': { readonly input: null; readonly answer: null };
  /** A request of the page to its scheme. */
  readonly 'page-request': {
    readonly input: { readonly method: string; readonly url: string };
    readonly answer: {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    };
  };
  /** `ipcRenderer.send` in a frame. */
  readonly 'ipc-send': {
    readonly input: {
      readonly channel: string;
      readonly args: readonly unknown[];
      readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
    };
    readonly answer: null;
  };
  /** The page, or something in it, is about to go elsewhere. */
  readonly navigation: {
    readonly input: {
      readonly event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect';
      readonly url: string;
      readonly isMainFrame: boolean;
    };
    readonly answer: { readonly isPrevented: boolean };
  };
  /** The page is about to open a window. */
  readonly 'open-window': {
    readonly input: { readonly url: string };
    readonly answer: { readonly isDenied: boolean };
  };
  /** A page asks for a permission, as Chromium does: by a request and by a check. */
  readonly permission: {
    readonly input: { readonly permission: string; readonly origin: string };
    readonly answer: {
      readonly isGranted: boolean;
      readonly isChecked: boolean;
      readonly isDeviceAllowed: boolean;
    };
  };
  readonly 'certificate-error': {
    readonly input: { readonly url: string };
    readonly answer: { readonly isPrevented: boolean; readonly isTrusted: boolean };
  };
  /** A person does something to the window or the application, or a part of it fails. */
  readonly act: {
    readonly input: {
      readonly act:
        | 'minimize'
        | 'close-window'
        | 'quit'
        | 'end-engine'
        | 'crash-page'
        | 'hang'
        | 'respond'
        | 'press-tray';
    };
    readonly answer: null;
  };
  /** The application is started once more, with these arguments, in this folder. */
  readonly 'start-second': {
    readonly input: { readonly args: readonly string[]; readonly directory: string };
    readonly answer: null;
  };
  /** The system hands over a link. */
  readonly 'open-url': {
    readonly input: { readonly url: string };
    readonly answer: { readonly isPrevented: boolean };
  };
  /** A person moves the window. */
  readonly move: { readonly input: Rectangle & { readonly isMaximised: boolean }; readonly answer: null };
  /** A person presses an item of the menu, or of that of the icon. */
  readonly 'press-item': {
    readonly input: { readonly of: 'menu' | 'tray'; readonly label: string };
    readonly answer: null;
  };
  /** A person presses a button of the message box that stands. */
  readonly 'press-button': { readonly input: { readonly label: string }; readonly answer: null };
  /** The answer to the next dialog of folders; null: it is cancelled. */
  readonly 'choose-folder': { readonly input: { readonly directory: string | null }; readonly answer: null };
  /** The page, or something in it, offers a file. */
  readonly download: {
    readonly input: { readonly url: string; readonly fileName: string };
    readonly answer: { readonly isPrevented: boolean; readonly dialog: unknown; readonly savePath: string };
  };
}

export type AskName = keyof Asks;

/** From the test to the stand-in. */
export type ToStandIn =
  | { readonly type: 'ask'; readonly id: number; readonly name: AskName; readonly input: unknown }
  | { readonly type: 'port-message'; readonly port: number; readonly data: unknown }
  | { readonly type: 'port-close'; readonly port: number };

/** From the stand-in to the test. */
export type FromStandIn =
  | { readonly type: 'note'; readonly note: Note }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly value: unknown;
      readonly failure: string | null;
    };
