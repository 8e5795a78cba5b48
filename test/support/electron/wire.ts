import type { BrowserWindowConstructorOptions, CustomScheme } from 'electron';

/** Name of the environment variable in which a test gives the settings of the stand-in, as JSON. */
export const settingsVariable = 'GATEHOUSE_TEST_ELECTRON';

/** What differs from one start of the desktop application to another. */
export interface StandInSettings {
  /** False: another process is the one instance. */
  readonly hasInstanceLock: boolean;
  readonly hasKeyStore: boolean;
}

/** What the stand-in tells the test, in the order in which the host did it. */
export type Note =
  | { readonly type: 'schemes'; readonly schemes: readonly CustomScheme[] }
  | { readonly type: 'sandbox-enabled' }
  | { readonly type: 'ready' }
  | { readonly type: 'window'; readonly options: BrowserWindowConstructorOptions }
  | { readonly type: 'load'; readonly url: string }
  | { readonly type: 'window-act'; readonly act: 'show' | 'restore' | 'focus' }
  | { readonly type: 'error-box'; readonly title: string; readonly content: string }
  | { readonly type: 'open-external'; readonly url: string }
  | {
      readonly type: 'to-page';
      readonly channel: string;
      readonly message: unknown;
      readonly ports: readonly number[];
    }
  | { readonly type: 'port-message'; readonly port: number; readonly data: unknown }
  | { readonly type: 'port-closed'; readonly port: number }
  | { readonly type: 'exit'; readonly code: number };

/** What a test can bring about or find out, by name. */
export interface Asks {
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
  /** A person does something to the window or the application. */
  readonly act: {
    readonly input: { readonly act: 'minimize' | 'close-window' | 'quit' | 'start-second' | 'end-engine' };
    readonly answer: null;
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
