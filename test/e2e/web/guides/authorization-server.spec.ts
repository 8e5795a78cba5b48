import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStory } from '../../support/guides/guide-story.ts';
import { IdentityScreen } from '../../support/identity-screen.ts';
import { expect } from '../../support/web.ts';
import { FlowScreen } from '../../support/web-flow.ts';

guideStory(
  'authorization-server',
  'a client is made in the form, gets its tokens in a flow, and loses them again',
  ({ app, hands, host, page }) => {
    const identity = new IdentityScreen(app);
    const flows = new FlowScreen(page);
    const form = identity.form('New client');
    return {
      'Open **Identity** and press **New client**.': async () => {
        await hands.open('Identity');
        await hands.press('New client', page.getByRole('button', { name: 'New client' }).first());
        await expect(form).toBeVisible();
      },
      'Type `shop` as **Client ID**, and press **Generate** for its secret.': async () => {
        await hands.type('Client ID', 'shop');
        await hands.press('Generate');
        await expect(form.getByLabel('Client secret')).toHaveValue(/^[\w-]{43}$/);
      },
      'Press **Add** below the redirect URIs, type `https://shop.example.com/cb` into the new line of **Redirect URIs**, and tick the scope **orders.read**.':
        async () => {
          await hands.press('Add', form.getByRole('button', { name: 'Add to Redirect URIs' }));
          await hands.type('Redirect URIs', 'https://shop.example.com/cb', {
            field: form.getByRole('textbox', { name: 'Redirect URIs, 1' }),
          });
          await hands.press('orders.read');
        },
      'Press **Save**: the client is saved as a file of the workspace, and its secret is never shown again.':
        async () => {
          const secret = await form.getByLabel('Client secret').inputValue();
          await hands.press('Save');
          await expect(app.toast('shop saved')).toBeVisible();
          await expect(identity.form('shop')).toContainText('stored, never shown');
          await expect(page.locator('body')).not.toContainText(secret);
          const file = readFileSync(join(host.workspaceDir, 'oauth/clients/shop.json'), 'utf8');
          expect(JSON.parse(file)).toMatchObject({
            redirect_uris: ['https://shop.example.com/cb'],
            scope: 'orders.read',
          });
          expect(file).not.toContain(secret);
        },
      'Press **Try in Flows**, choose **Unattended** as **Browser** and press **Run**: a user signs in and allows, and the client gets its tokens.':
        async () => {
          await hands.press('Try in Flows');
          await expect(page.getByRole('button', { name: /Client$/ })).toContainText('shop');
          await hands.choose('Browser', 'Unattended');
          await hands.pressInToolbar('Run');
          await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
          await expect(flows.values).toContainText('access_token');
          await expect(flows.values).toContainText('refresh_token');
        },
      'Choose the first **POST /as/token.oauth2**: the trace has each rule in the order in which the server checked it, with its clause.':
        async () => {
          await hands.press('POST /as/token.oauth2', flows.tokenStep);
          const rules = flows.trace.getByRole('listitem');
          await expect(rules.filter({ hasText: 'Client is authenticated' })).toContainText('RFC 6749');
          await expect(rules.last()).toContainText('Access and refresh token are issued');
          await expect(
            flows.trace.getByText(/^Effect: Issued an access token and a refresh token/),
          ).toBeVisible();
        },
      'Open **Identity**, choose **Active tokens**, and below it **ann**, **shop** and **authorization_code**.':
        async () => {
          await hands.open('Identity');
          await hands.press('Active tokens');
          await hands.press('ann', identity.row(/^ann user/));
          await hands.press('shop', identity.row(/^shop client/));
          await hands.press('authorization_code', identity.row(/^authorization_code grant/));
          await expect(identity.row(/^authorization_code grant valid 2 of 2/)).toBeVisible();
        },
      'Press **Revoke this grant**, and **Revoke** to confirm: both of its tokens are revoked.': async () => {
        await hands.press('Revoke this grant');
        await hands.press('Revoke');
        await expect(app.toast('2 tokens revoked')).toBeVisible();
        await expect(identity.row(/^authorization_code grant revoked 0 of 2/)).toBeVisible();
      },
    };
  },
);
