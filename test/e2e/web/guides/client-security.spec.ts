import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStory } from '../../support/guides/guide-story.ts';
import { IdentityScreen } from '../../support/identity-screen.ts';
import { expect } from '../../support/web.ts';
import { FlowScreen } from '../../support/web-flow.ts';

guideStory(
  'client-security',
  'a client with a key pushes its request, and its token is bound to a key',
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
      'Type `reports` as **Client ID**, and choose **JWT signed with a private key** as **Client authentication**.':
        async () => {
          await hands.type('Client ID', 'reports');
          await hands.choose('Client authentication', 'JWT signed with a private key');
          await expect(form.getByRole('group', { name: 'Keys' })).toContainText('none is registered');
          await expect(form.getByLabel('Client secret')).toBeHidden();
        },
      'Press **Add** below the redirect URIs, type `https://reports.example.com/cb` into the new line of **Redirect URIs**, and tick the scope **orders.read**.':
        async () => {
          await hands.press('Add', form.getByRole('button', { name: 'Add to Redirect URIs' }));
          await hands.type('Redirect URIs', 'https://reports.example.com/cb', {
            field: form.getByRole('textbox', { name: 'Redirect URIs, 1' }),
          });
          await hands.press('orders.read');
        },
      'Press **Create a key pair**: the public key goes into the file, and the private key is encrypted when you save.':
        async () => {
          await hands.press('Create a key pair');
          await expect(form.getByRole('group', { name: 'Keys' })).not.toContainText('none is registered');
        },
      'Press **Save** and **Try in Flows**: the debugger signs with the private key.': async () => {
        const typed = await form.getByRole('textbox', { name: 'Private key' }).inputValue();
        const jwk = JSON.parse(typed) as Readonly<Record<string, string>>;
        await hands.press('Save');
        await expect(app.toast('reports saved')).toBeVisible();
        const file = readFileSync(join(host.workspaceDir, 'oauth/clients/reports.json'), 'utf8');
        expect(jwk['d']).toMatch(/^[\w-]{43}$/);
        expect(file).not.toContain(jwk['d']);
        expect(JSON.parse(file)).toMatchObject({ jwks: { keys: [{ kid: jwk['kid'], x: jwk['x'] }] } });
        await expect(page.locator('body')).not.toContainText(jwk['d'] ?? 'x');
        await hands.press('Try in Flows');
        await expect(page.getByRole('button', { name: /Client$/ })).toContainText('reports');
      },
      'Press **Options**, choose **pushed** as **Pushed request**, tick **Bind tokens with DPoP** and press **Done**.':
        async () => {
          await hands.press('Options', page.getByRole('button', { name: 'Options', exact: true }));
          await hands.choose('Pushed request', 'pushed');
          await hands.press('Bind tokens with DPoP');
          await hands.press('Done');
        },
      'Choose **Unattended** as **Browser** and press **Run**: the request is pushed, a user signs in, and the token is bound to a key.':
        async () => {
          await hands.choose('Browser', 'Unattended');
          await hands.pressInToolbar('Run');
          await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
          await expect(page.getByText('/as/par.oauth2').first()).toBeVisible();
        },
      'Choose the first **POST /as/token.oauth2**: the trace has each check of the assertion and of the proof.':
        async () => {
          await hands.press('POST /as/token.oauth2', flows.tokenStep);
          const rules = flows.trace.getByRole('listitem');
          await expect(rules.filter({ hasText: 'Client signed the assertion' })).toContainText('RFC 7523');
          await expect(rules.filter({ hasText: 'proof' }).first()).toContainText('RFC 9449');
        },
    };
  },
);
