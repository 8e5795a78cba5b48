import type { PortNote, ToPage } from '../../support/electron/wire.ts';

/** From the page's preload script to the test. */
export type FromPreload =
  | { readonly type: 'document' }
  | { readonly type: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | PortNote;

/** From the test to the page's preload script. */
export type ToPreload = ToPage | PortNote;

/** Name of the function that Playwright puts in the page; gone before a script of the page runs. */
export const bindingName = 'gatehouseTestBinding';

/** Name of the event that carries messages of the test to the preload script. */
export const deliveryName = 'gatehouse-test-delivery';

type Preload = (load: (id: string) => unknown, module: { exports: object }, exports: object) => void;
type Listener = (event: { readonly ports: readonly MessagePort[] }, message: unknown) => void;

/**
 * Runs the built preload script as Electron would: in the main frame alone, with `electron` as the only module. It is
 * sent to the page as text, so it may use nothing from outside but its arguments.
 */
function runPreload(preload: Preload, binding: string, delivery: string): void {
  if (window.top !== window) return;
  const toTest: (message: FromPreload) => void = Reflect.get(window, binding);
  Reflect.deleteProperty(window, binding);

  const listeners = new Map<string, Listener[]>();
  const ports = new Map<number, MessagePort>();
  // The page's own ends, which are other objects once they were handed over.
  const inPage = new Map<number, MessagePort>();
  const handedOver: (readonly number[])[] = [];
  // Electron tells the page that a port was closed at its other end; Chromium by itself does not.
  const tellClosed = (port: MessagePort) => port.dispatchEvent(new Event('close'));
  window.addEventListener('message', (event) => {
    if (event.source !== window || event.ports.length === 0) return;
    const ids = handedOver.shift() ?? [];
    event.ports.forEach((port, index) => {
      const id = ids[index] ?? 0;
      inPage.set(id, port);
      // Closed on its way: the page is told once it has taken the port up, in this very event.
      if (!ports.has(id)) setTimeout(tellClosed, 0, port);
    });
  });
  const open = (id: number) => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.addEventListener('message', ({ data }) => toTest({ type: 'port-message', port: id, data }));
    port1.addEventListener('close', () => toTest({ type: 'port-closed', port: id }));
    port1.start();
    return port2;
  };
  const receive = (message: ToPreload) => {
    if (message.type === 'to-page') {
      const opened = message.ports.map(open);
      if (opened.length > 0) handedOver.push(message.ports);
      for (const listener of listeners.get(message.channel) ?? [])
        listener({ ports: opened }, message.message);
    } else if (message.type === 'port-message') ports.get(message.port)?.postMessage(message.data);
    else {
      ports.get(message.port)?.close();
      ports.delete(message.port);
      const port = inPage.get(message.port);
      if (port !== undefined) tellClosed(port);
    }
  };
  window.addEventListener(delivery, (event) => {
    if (event instanceof CustomEvent) for (const message of event.detail) receive(message);
  });

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: object) =>
        Object.defineProperty(window, name, { value: Object.freeze(value), enumerable: true }),
    },
    ipcRenderer: {
      send(channel: string, ...args: readonly unknown[]): void {
        toTest({ type: 'send', channel, args });
      },
      on: (channel: string, listener: Listener) =>
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    },
  };
  const load = (id: string) => {
    if (id === 'electron') return electron;
    throw new Error(`A sandboxed preload script cannot load ${id}.`);
  };
  toTest({ type: 'document' });
  const module = { exports: {} };
  preload(load, module, module.exports);
}

/** The script that the page begins with: the built preload script, and what Electron puts around it. */
export function preloadScript(built: string): string {
  const names = [bindingName, deliveryName].map((name) => JSON.stringify(name)).join(', ');
  return `(${runPreload.toString()})((require, module, exports) => {${built}\n}, ${names});`;
}
