import { type Api, createApi } from './client.ts';
import { connectBrowser } from './connect-browser.ts';
import { connectElectron } from './connect-electron.ts';

/** Picks the transport of the host that shows this page, and opens it. */
export async function connect(): Promise<Api> {
  const bridge = window.gatehouse;
  return bridge === undefined
    ? createApi(await connectBrowser(), 'web')
    : createApi(connectElectron(bridge.connect), 'electron');
}
