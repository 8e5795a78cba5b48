import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BrowserNetwork } from '#main/services/controlled-browser/switches.ts';
import { startedOnce } from '#test/support/started.ts';
import { type Desk, noBrowser, openDesk, type PlainServer, startPlainServer } from './parties.ts';

const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let desk: Desk;
let reach: BrowserNetwork['reach'];
let home: PlainServer;
let arrived: number;

const away = startedOnce(() =>
  createServer((_request, response) => {
    arrived += 1;
    response.end('away');
  }),
);
beforeAll(async () => {
  await new Promise<void>((resolve) => void away.listen(0, elsewhere, resolve));
  const { port } = away.address() as AddressInfo;
  home = await startPlainServer((_request, response, { pathname }) => {
    if (pathname === '/leads-away')
      response.writeHead(302, { location: `http://${elsewhere}:${port}/` }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<img src="http://${elsewhere}:${port}/image"><p>home</p>`);
  });
});
afterAll(async () => {
  await home.close();
});
beforeEach(({ skip }) => {
  skip(noBrowser, 'no Chromium is installed');
  skip(elsewhere === undefined, 'this machine has no address besides loopback');
  arrived = 0;
  desk = openDesk({ network: () => ({ proxyServer: null, trustedKeyHashes: [], reach }) });
});
afterEach(() => desk?.close());

describe('a browser that may reach this machine alone', () => {
  beforeEach(() => {
    reach = { isOpen: false, hosts: [] };
  });

  test('opens what is here, and nothing that it leads to elsewhere', async () => {
    const { hop } = await desk.watch({ url: `${home.origin}/page` });
    await hop(({ status, url }) => status === 200 && url.endsWith('/page'));
    const away302 = await desk.watch({ url: `${home.origin}/leads-away` });
    await away302.hop(({ status }) => status === null);
    expect(arrived).toBe(0);
  });

  test('goes by the name localhost too', async () => {
    const { hop } = await desk.watch({ url: `${home.origin.replace('127.0.0.1', 'localhost')}/page` });
    await hop(({ status, url }) => status === 200 && url.endsWith('/page'));
  });
});

test('a browser that may reach one host besides is led there', async () => {
  reach = { isOpen: false, hosts: [elsewhere ?? ''] };
  const { hop } = await desk.watch({ url: `${home.origin}/leads-away` });
  await hop(({ status, url }) => status === 200 && !url.startsWith(home.origin));
  expect(arrived).toBeGreaterThan(0);
});

test('a browser that may reach all hosts but one is not led there', async () => {
  reach = { isOpen: true, hosts: [elsewhere ?? ''] };
  const { hop } = await desk.watch({ url: `${home.origin}/leads-away` });
  await hop(({ status }) => status === null);
  expect(arrived).toBe(0);
});
