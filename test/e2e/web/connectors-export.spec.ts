import { readFileSync } from 'node:fs';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('a connector is carried away', () => {
  test.use({
    workspace: {
      'connectors/provisioner.openicf-carried.json': {
        connectorRef: null,
        configurationProperties: {
          serviceUri: '&{carried.url}/v1',
          authenticationMethod: 'BASIC',
          login: 'ann',
          password: 'planted-password',
          // It cannot be sealed, since a part of it is a variable.
          clientSecret: 'planted-beside-&{carried.part}',
          authToken: { $secret: 'carried.token' },
          retries: [{ codes: ['503'] }],
        },
      },
    },
  });

  test('without its secrets: the dialog lists what was left out, the variables and the extensions', async ({
    app: _opened,
    page,
  }) => {
    await new ConnectorStudioScreen(page).open('carried');
    await page.getByRole('button', { name: words.connectors.export, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.connectors.commands.export });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: words.connectors.export }).click();
    const carried = await download;
    expect(carried.suggestedFilename()).toBe('provisioner.openicf-carried.json');
    const text = readFileSync(await carried.path(), 'utf8');
    expect(text).not.toContain('planted');
    expect(JSON.parse(text)).toMatchObject({
      _id: 'provisioner.openicf/carried',
      configurationProperties: {
        password: '&{connector.carried.password}',
        clientSecret: null,
        authToken: '&{carried.token}',
      },
    });
    const listed = (title: string) => dialog.locator('.note').filter({ hasText: title }).locator('p, li');
    await expect(listed('Left out: set these on the target')).toHaveText([
      '/configurationProperties/clientSecret',
    ]);
    await expect(listed('Variables required by the target')).toHaveText([
      '&{carried.url}, &{connector.carried.password}, &{carried.token}',
    ]);
    await expect(listed('Extensions ignored by the target')).toHaveText([
      /^\/configurationProperties\/retries retries is a Gatehouse extension/,
    ]);
  });
});
