import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { axeFaults } from '../support/axe.ts';
import { expect, test } from '../support/web.ts';
import type { WebHost } from '../support/web-host.ts';
import { words } from '../support/words.ts';

const sample = readFileSync(
  join(import.meta.dirname, '../../../resources/sample-workspace/connectors/provisioner.openicf-hr.json'),
  'utf8',
);

/** The sample’s connector with a secret of a client as its token. */
function borrowing(name: string): object {
  const document = JSON.parse(sample) as { configurationProperties: object };
  const properties = { ...document.configurationProperties, authToken: '&{client.portal-web}' };
  return { ...document, name, configurationProperties: properties };
}

const file = (name: string) => `connectors/provisioner.openicf-${name}.json`;

/** Makes the state one that a version has left which asked nobody whose a secret is. */
async function forgetOwners(host: WebHost): Promise<string> {
  await host.stop();
  const database = new DatabaseSync(join(host.folder, 'state', 'state.db'));
  database.exec("DELETE FROM records WHERE kind IN ('secret-owner', 'secret-allowance')");
  database.close();
  return host.restart();
}

test.describe('uses that are older than the question', () => {
  test.use({ workspace: { [file('old')]: borrowing('old'), [file('other')]: borrowing('other') } });

  test('are listed once, go on working, and are answered one by one', async ({ app, host, page }) => {
    await app.open(await forgetOwners(host));
    await app.goTo('Problems');
    const notice = app.screen('Problems').getByRole('listitem').filter({ hasText: 'your decision' });
    await expect(notice).toContainText('2 uses of stored secrets');
    await expect(
      app.screen('Problems').getByRole('listitem').filter({ hasText: 'client.portal-web' }),
    ).toHaveCount(0);
    await notice.getByRole('button', { name: words.problems.acts.openSecrets }).click();
    const waiting = page.getByRole('region', { name: '2 uses need your decision' });
    await expect(waiting.getByRole('listitem').first()).toContainText(
      `${file('old')} uses client.portal-web of oauth/clients/portal-web.json`,
    );
    expect(await axeFaults(page)).toEqual([]);
    await waiting.getByRole('button', { name: `Allow ${file('old')} to use client.portal-web` }).click();
    await page
      .getByRole('region', { name: '1 use needs your decision' })
      .getByRole('button', { name: words.secretUses.refuseAll })
      .click();
    await expect(page.getByRole('region', { name: /your decision/ })).toHaveCount(0);
    const users = page.getByRole('row', { name: /client\.portal-web/ }).getByRole('listitem');
    await expect(users.filter({ hasText: 'oauth/clients/portal-web.json' })).toContainText('owner');
    await expect(users.filter({ hasText: file('old') })).toContainText('allowed');
    await expect(users.filter({ hasText: file('other') })).toContainText('denied');
    await app.goTo('Problems');
    const refused = app.screen('Problems').getByRole('listitem').filter({ hasText: 'client.portal-web' });
    await expect(refused).toHaveCount(1);
    await expect(refused).toContainText('other names the secret client.portal-web');
    // Answers outlive the host.
    await host.stop();
    await app.open(await host.restart());
    await app.goTo('Problems');
    await expect(refused).toHaveCount(1);
    await expect(notice).toHaveCount(0);
  });
});

test.describe('a connector that names a secret of somebody else', () => {
  test.use({ workspace: { [file('borrower')]: borrowing('borrower') } });

  test('says so in the studio, and is allowed it there', async ({ app, studio }) => {
    await studio.open('borrower');
    const problem = studio.configuration
      .getByRole('region', { name: words.nav.problems })
      .getByRole('listitem')
      .filter({ hasText: 'client.portal-web' });
    await expect(problem).toContainText(
      'client.portal-web of oauth/clients/portal-web.json, which it is not allowed to use',
    );
    await problem.getByRole('button', { name: 'Allow client.portal-web' }).click();
    await expect(app.toast('client.portal-web allowed')).toBeVisible();
    await expect(problem).toHaveCount(0);
  });
});
