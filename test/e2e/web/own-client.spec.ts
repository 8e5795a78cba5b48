import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { closeServer } from '#test/support/listening.ts';
import { axeFaults } from '../support/axe.ts';
import { test as base, expect } from '../support/web.ts';
import type { FlowScreen } from '../support/web-flow.ts';
import { startWebHostOn } from '../support/web-host.ts';
import { words } from '../support/words.ts';

interface OwnApplication {
  /** The redirect URI at which the person's own application listens. */
  readonly uri: string;
}

const clientFile = 'oauth/clients/my-app.json';

/** A workspace of somebody's own: one client whose redirect URI is that of an application of theirs, and one user. */
const test = base.extend<{ readonly application: OwnApplication }>({
  application: async ({ browserName: _any }, use) => {
    const server: Server = createServer((_request, response) => response.end('<h1>My application</h1>'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    await use({ uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb` });
    await closeServer(server);
  },
  host: async ({ application }, use) => {
    const port = { port: 0 };
    const files = {
      'gatehouse.json': {
        id: 'mine',
        name: 'Mine',
        services: {
          authorizationServer: port,
          connectorHost: port,
          gateway: port,
          platform: port,
          sampleUpstreams: port,
        },
      },
      [clientFile]: {
        client_id: 'my-app',
        token_endpoint_auth_method: 'none',
        redirect_uris: [application.uri],
        grant_types: ['authorization_code'],
        scope: 'orders.read',
      },
      'oauth/users/me.json': { username: 'me', password: 'planted-password' },
    };
    const host = await startWebHostOn((_folder, workspaceDir) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(workspaceDir, name)), { recursive: true });
        writeFileSync(join(workspaceDir, name), JSON.stringify(content, null, 2));
      }
    });
    await use(host);
    await host.discard();
  },
});

const newest = (flows: FlowScreen) => flows.runs.getByRole('option').first();

test.beforeEach(async ({ flows, page }) => {
  await flows.choose('Flow', 'Authorization code + PKCE');
  await flows.run();
  await expect(page.getByRole('alert')).toContainText(
    'my-app has no redirect URI that Gatehouse can receive',
  );
});

test('a client whose redirect URI leads elsewhere is given one that leads here, and run, in one press', async ({
  flows,
  host,
  page,
  application,
}) => {
  expect(await axeFaults(page)).toEqual([]);
  const uri = `${host.services['sampleUpstreams']}/cb`;
  await page.getByRole('button', { name: `Add ${uri} and run` }).click();
  const signIn = await flows.openSignIn();
  await signIn.signIn('planted-password');
  await signIn.decide('Allow');
  await expect(newest(flows)).toContainText('PASSED');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const kept = JSON.parse(readFileSync(join(host.workspaceDir, clientFile), 'utf8'));
  expect(kept.redirect_uris).toEqual([application.uri, uri]);
});

test('the address that the browser ended at is pasted instead, and the next run asks for it at once', async ({
  flows,
  host,
  page,
  application,
}) => {
  await page.getByRole('button', { name: words.flows.pasteAddress }).click();
  await expect(flows.held).toContainText('then paste the address that the browser ends at');
  expect(await axeFaults(page)).toEqual([]);
  const signIn = await flows.openSignIn();
  await signIn.signIn('planted-password');
  await signIn.page.getByRole('button', { name: words.secretUses.allow }).click();
  await expect(signIn.page.getByRole('heading', { name: 'My application' })).toBeVisible();
  await page.getByRole('textbox', { name: words.flowHeld.callback }).fill(signIn.page.url());
  await page.keyboard.press('Enter');
  await expect(newest(flows)).toContainText('PASSED');
  const kept = JSON.parse(readFileSync(join(host.workspaceDir, clientFile), 'utf8'));
  expect(kept.redirect_uris).toEqual([application.uri]);
  await expect(flows.step(/GET \/cb/)).toContainText(words.flows.unseen);

  await flows.run();
  await expect(page.getByRole('textbox', { name: words.flowHeld.callback })).toBeVisible();
});
