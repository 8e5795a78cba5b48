import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStory } from '../../support/guides/guide-story.ts';
import { IdentityScreen } from '../../support/identity-screen.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'client-registration',
  'a client registers itself with a token, is switched off and on, and kept',
  ({ app, hands, host, page }) => {
    const identity = new IdentityScreen(app);
    const clients = page.getByRole('table', { name: 'Registered clients' });
    const row = clients.getByRole('row', { name: /Report tool/ });
    let token = '';
    let clientId = '';
    return {
      'Open **Identity** and press **Server policy**.': async () => {
        await hands.open('Identity');
        await hands.press('Server policy');
      },
      'Choose **with an initial access token** as **Registration**, and type `orders.read` as **Allowed scopes**.':
        async () => {
          await hands.choose('Registration', 'with an initial access token');
          await hands.type('Allowed scopes', 'orders.read');
        },
      'Press **Clients**, and choose **Self-registered clients**.': async () => {
        await hands.press('Clients', page.getByRole('tab', { name: 'Clients' }));
        const line = page.getByRole('option', { name: /^Self-registered clients/ });
        await hands.press('Self-registered clients', line);
        await expect(page.getByText('No client has registered itself.')).toBeVisible();
      },
      'Type `build server` as **Name** and press **Create token**: the token is shown once, so copy it.':
        async () => {
          await hands.type('Name', 'build server');
          await hands.press('Create token');
          await expect(page.getByText('0 of 1 used')).toBeVisible();
          token = (await page.locator('.note code').innerText()).trim();
        },
      'Register a client with the token, as shown below: it appears in **Registered clients**.': async () => {
        const metadata = {
          client_name: 'Report tool',
          redirect_uris: ['https://reports.example/cb'],
          scope: 'orders.read',
        };
        const response = await fetch(`${host.services['authorizationServer']}/as/clients.oauth2`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(metadata),
        });
        expect(response.status).toBe(201);
        clientId = ((await response.json()) as { client_id: string }).client_id;
        await hands.see('Registered clients', clients);
        await expect(row).toContainText('self-registered');
      },
      'Press **Disable**: the server no longer knows the client, and no update brings it back.': async () => {
        await hands.press('Disable', row.getByRole('button', { name: 'Disable Report tool' }));
        await expect(row).toContainText('disabled');
      },
      'Press **Enable**: it is known again.': async () => {
        await hands.press('Enable', row.getByRole('button', { name: 'Enable Report tool' }));
        await expect(row).toContainText('enabled');
      },
      'Press **Keep**: the client is now a file of the workspace, with its secret encrypted.': async () => {
        await hands.press('Keep', row.getByRole('button', { name: /^Keep Report tool/ }));
        await expect(identity.line('Clients', new RegExp(clientId))).toBeVisible();
        const file = readFileSync(join(host.workspaceDir, `oauth/clients/${clientId}.json`), 'utf8');
        expect(JSON.parse(file)).toMatchObject({ client_name: 'Report tool', scope: 'orders.read' });
        expect(file).toContain('client_secret');
      },
    };
  },
);
