import type { BrowserWindowConstructorOptions } from 'electron';

/** Options of the one window; each security setting is written out although it is the default. */
export function windowOptions(
  preload: string,
  { hasDevTools }: { readonly hasDevTools: boolean },
): BrowserWindowConstructorOptions {
  return {
    width: 1_440,
    height: 900,
    minWidth: 640,
    minHeight: 480,
    show: false,
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
