import { expect, test } from '@playwright/test';
import { bindingName, deliveryName, preloadScript, type ToPreload } from './preload-page.ts';

/** A preload script that hands ports on as that of the product does. */
const preload = `
  const { ipcRenderer } = require('electron');
  ipcRenderer.on('ports', (event) => window.postMessage('ports', window.origin, [...event.ports]));
`;

test('a port that closes on its way to the page is closed there too, once the page has taken it up', async ({
  page,
}) => {
  await page.exposeBinding(bindingName, () => {});
  await page.addInitScript({ content: preloadScript(preload) });
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://app.gatehouse.localhost/');
  const messages: readonly ToPreload[] = [
    { type: 'to-page', channel: 'ports', message: null, ports: [1, 2] },
    { type: 'port-closed', port: 1 },
  ];
  const closed = await page.evaluate(
    ({ name, detail }) =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ ports }) => {
          for (const [index, port] of ports.entries())
            port.addEventListener('close', () => resolve(index + 1));
        });
        window.dispatchEvent(new CustomEvent(name, { detail }));
      }),
    { name: deliveryName, detail: messages },
  );
  expect(closed).toBe(1);
});
