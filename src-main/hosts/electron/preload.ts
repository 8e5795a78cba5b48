import { contextBridge, ipcRenderer } from 'electron';

/** The page's globals that this script uses; the project of the main process has no DOM types. */
declare const window: {
  readonly origin: string;
  postMessage(message: string, targetOrigin: string, transfer: readonly unknown[]): void;
};

// The one bridge between page and main process. The ports go to the page by window.postMessage because
// contextBridge cannot pass any.
ipcRenderer.on('gatehouse:connect', (event) => {
  window.postMessage('gatehouse:port', window.origin, [...event.ports]);
});

contextBridge.exposeInMainWorld('gatehouse', {
  connect: () => ipcRenderer.send('gatehouse:connect'),
});
