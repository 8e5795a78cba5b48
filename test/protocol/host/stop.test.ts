import { expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { startTestEngine } from '#test/support/engine.ts';

test('an engine one of whose parts does not end well still writes what it recorded, and closes its state', async () => {
  const storage = createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 });
  let recorded = 0;
  const close = async () => {
    recorded = await storage.exchanges.count();
    await storage.close();
  };
  const running = await startTestEngine({ storage: { ...storage, close } });
  const { browsers } = running.engine;
  const closeBrowsers = browsers.close;
  browsers.close = () => Promise.reject(new Error('The browser does not end.'));
  await (await fetch(`${running.authorizationServer}/jwks`)).text();
  await expect(running.engine.stop()).rejects.toThrow('The browser does not end.');
  expect(recorded).toBe(1);
  browsers.close = closeBrowsers;
  await running.stop();
});
