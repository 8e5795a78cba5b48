import type { BrowserWindowConstructorOptions } from 'electron';
import type { Bounds } from '#shared/desktop/index.ts';

/** The size of a window that was never changed. */
export const usualSize = { width: 1_440, height: 900 } as const;

/** The properties of a window that differ from one start to another. */
export interface WindowLook {
  readonly hasDevTools: boolean;
  readonly bounds: Bounds;
  /** The colour before the page is drawn. */
  readonly background: string;
}

/** Options of the one window; each security setting is written out although it is the default. */
export function windowOptions(
  preload: string,
  { hasDevTools, bounds, background }: WindowLook,
): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor: background,
    title: 'Gatehouse',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  };
}
