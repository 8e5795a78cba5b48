import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startJsonServer } from '../../support/remotes/json-server.ts';
import type { Remote } from '../../support/remotes/remote.ts';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { letDraftsBeKept } from '../support/keep.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('a remote of which nothing is known', () => {
  let remote: Remote;
  test.beforeEach(async ({ app: _opened }) => {
    remote = await startJsonServer();
  });
  test.afterEach(() => remote.stop());

  const usersNow = async () => ((await (await fetch(`${remote.url}/users`)).json()) as unknown[]).length;

  test('becomes a system: drafted from a sample, mapped by clicks, run, paged, recorded and verified', async ({
    app,
    host,
    page,
    problems,
  }) => {
    test.slow();
    const studio = new ConnectorStudioScreen(page);
    await studio.openList();
    await page.getByRole('button', { name: words.connectors.add }).click();
    const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
    await wizard.getByLabel(words.connectorWizard.name).fill('people');
    // The address of the list is offered without the path of the list.
    await wizard.getByLabel('serviceUri').fill(`${remote.url}/users`);
    await wizard.getByRole('button', { name: 'Remove /users' }).click();
    await expect(wizard.getByLabel('serviceUri')).toHaveValue(remote.url);
    await wizard.getByRole('button', { name: words.connectorWizard.fetch }).click();
    await expect(wizard).toContainText('4 attributes detected in 25 records');
    // A fetched answer can be cut down, or pasted from elsewhere.
    await wizard
      .getByRole('textbox', { name: words.connectorWizard.sources.sample })
      .fill('[{"id":1,"username":"ann"},{"id":2,"username":"bob"}]');
    await expect(wizard).toContainText('1 attribute detected in 2 records');
    await studio.choose(wizard, 'Paging', 'page number');
    await wizard.getByLabel(words.connectorWizard.sizeParameter).fill('_limit');
    await wizard.getByLabel(words.connectorWizard.pageParameter).fill('_page');
    await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
    await expect(app.tabs().filter({ hasText: 'people' })).toBeVisible();

    // The remote knows more than the sample did: an attribute is added, another one mapped by two clicks.
    await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
    await expect(studio.preview).toContainText('1 of 25');
    await studio.preview.getByRole('button', { name: 'Add email as an attribute' }).click();
    await expect(studio.attribute('email')).toContainText('user0@example.com');
    await expect(studio.attribute('email')).toContainText('25 of 25');
    await studio.part('Schema');
    await page.getByRole('button', { name: words.connectors.form.addAttribute }).click();
    await page.getByLabel('fieldName 3').fill('town');
    await page.getByLabel('fieldName 3').press('Enter');
    await expect(studio.attribute('town')).toContainText('not mapped');
    await studio.remote.getByRole('button', { name: /^city/ }).click();
    await expect(studio.preview).toContainText('Attribute for address.city');
    await studio.attribute('town').click();
    await expect(studio.attribute('town')).toContainText('Leeds');
    await studio.preview.getByRole('button', { name: words.connectors.preview.nextRecord }).click();
    await expect(studio.attribute('town')).toContainText('York');

    // A path that leads nowhere is said to, while it is typed.
    await studio.part(/^QUERY/);
    const path = studio.configuration.getByLabel('Path of town');
    await path.fill('address.town');
    await expect(studio.configuration.getByRole('table', { name: 'responseMapping' })).toContainText(
      'matches 0 of 25 records',
    );
    await path.fill('address.city');
    await page.keyboard.press('Control+s');
    await expect(app.said(/provisioner\.openicf-people\.json saved/)).toBeVisible();
    const file = join(host.workspaceDir, 'connectors/provisioner.openicf-people.json');
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    const account = saved.configurationProperties.objectTypes['__ACCOUNT__'];
    expect(account.operations.QUERY).toMatchObject({
      responseMapping: { username: 'username', email: 'email', town: 'address.city' },
      pagination: { offSetPagination: { param: '_limit={_pageSize}&_page={_pageNumber}' } },
    });

    await studio.show('Pages');
    await page.getByRole('button', { name: words.connectors.pages.walk }).click();
    await expect(
      page.getByRole('list', { name: words.connectors.preview.tabs.pages }).getByText(/^Page \d+$/),
    ).toHaveText(['Page 1', 'Page 2', 'Page 3', 'Page 4']);
    await expect(studio.preview).toContainText('The page is empty. 25 records on 4 pages.');

    // A dry run shows the exact request and sends none.
    await studio.operation('Create');
    await studio.console
      .getByRole('textbox', { name: words.connectors.form.attributes })
      .fill('{"username":"zoe"}');
    await studio.console.getByLabel(words.connectorConsole.dryRun).check();
    await page.keyboard.press('Control+Enter');
    await expect(studio.outcome()).toContainText('not sent');
    await expect(studio.outcome()).toContainText(`POST ${remote.url}/users`);
    await expect(studio.outcome().locator('pre')).toHaveText(/"username":\s*"zoe"/);
    expect(await usersNow()).toBe(25);
    // On this machine a write needs no question.
    await studio.console.getByLabel(words.connectorConsole.dryRun).uncheck();
    await page.keyboard.press('Control+Enter');
    await expect(studio.outcome().getByRole('region', { name: words.connectorConsole.result })).toContainText(
      '"zoe"',
    );
    expect(await usersNow()).toBe(26);

    await studio.operation('Get');
    await studio.console.getByLabel('uid').fill('1');
    await page.keyboard.press('Control+Enter');
    await expect(studio.outcome().getByRole('region', { name: words.connectorConsole.result })).toContainText(
      '"user0"',
    );
    await studio.console.getByRole('button', { name: words.connectorConsole.record }).click();
    const record = page.getByRole('dialog', { name: words.connectorConsole.recordings.recordTitle });
    await record.getByLabel(words.connectorWizard.newType.name).fill('one-user');
    await record
      .getByRole('button', { name: words.connectorConsole.recordings.recordAct, exact: true })
      .click();
    await expect(record).toBeHidden();
    // It is played without the network: the remote is gone.
    await remote.stop();
    await studio.console.getByRole('button', { name: words.connectorConsole.recordings.title }).click();
    const recordings = page.getByRole('dialog', { name: words.connectorConsole.recordings.title });
    await recordings.getByRole('button', { name: words.connectorConsole.recordings.verify }).click();
    await expect(recordings).toContainText('PASSED');
    await page.keyboard.press('Escape');
    await studio.part(/^GET/);
    await studio.configuration.getByLabel('Path of username').fill('email');
    await studio.console.getByRole('button', { name: words.connectorConsole.recordings.title }).click();
    await recordings.getByRole('button', { name: words.connectorConsole.recordings.verify }).click();
    await expect(recordings).toContainText('FAILED');
    await expect(recordings.getByRole('table', { name: 'Differences of one-user' })).toContainText('user0');
    expect(problems).toEqual([]);
  });
});

test.describe('the connector of the sample workspace', () => {
  test.beforeEach(async ({ app: _opened, page }) => {
    await new ConnectorStudioScreen(page).open('hr');
  });

  test('form and JSON are one document with one way back, comments included', async ({ host, page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part('Connection');
    const timeout = studio.configuration.getByLabel('connectionTimeout');
    await expect(timeout).toHaveValue('30');
    await timeout.fill('45');
    await studio.view('JSON');
    const text = page.getByRole('textbox', { name: 'Document of hr' });
    await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// by hand\n');
    await studio.view('Form');
    await expect(timeout).toHaveValue('45');
    await timeout.fill('46');
    await page.keyboard.press('Control+s');
    const file = join(host.workspaceDir, 'connectors/provisioner.openicf-hr.json');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('"connectionTimeout": 46');
    expect(readFileSync(file, 'utf8').startsWith('// by hand\n')).toBe(true);
    await page.getByRole('button', { name: words.connectors.undo, exact: true }).click();
    await expect(timeout).toHaveValue('45');
  });

  test('what is wrong is marked at its part, and one press leads to its field', async ({ app, page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part(/^GET/);
    await studio.configuration.getByLabel('path', { exact: true }).fill('');
    await expect(studio.parts.getByRole('option', { name: /^GET has errors/ })).toBeVisible();
    await studio.part('Connection');
    await app.command('Next problem of the connector');
    await expect(studio.parts.getByRole('option', { selected: true })).toContainText('GET');
    await page.getByRole('button', { name: words.connectors.undo, exact: true }).click();
    await expect(studio.parts.getByRole('option', { name: /^GET complete/ })).toBeVisible();
  });

  test('a value is mapped by clicks while the text is open, with the way back of the editor', {
    tag: '@long',
  }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
    await studio.view('JSON');
    await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
    await studio.remote.getByRole('button', { name: /^family/ }).click();
    await studio.attribute('description').click();
    await expect(studio.attribute('description')).toContainText('name.family');
    await page.getByRole('textbox', { name: 'Document of hr' }).focus();
    await page.keyboard.press('Control+z');
    await expect(studio.attribute('description')).toContainText('employment.title');
    await studio.view('Form');
    await page.getByRole('button', { name: words.connectors.redo, exact: true }).click();
    await expect(studio.attribute('description')).toContainText('name.family');
  });

  test('members are completed and explained in JSON', { tag: '@long' }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.view('JSON');
    await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Document of hr' }).focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('"maximumConnections"');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.type('"disab');
    await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget')).toContainText('disableHostNameVerifier');
  });

  test('filters and failures are tried without the remote', { tag: '@long' }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.show('Filter');
    await studio.preview.getByLabel(words.connectors.filter.label).fill('userName sw "a" and mail co "x"');
    await expect(studio.preview).toContainText('login sw "a" and contact.email co "x"');
    await studio.preview.getByLabel(words.connectors.filter.label).fill('userName sw');
    await expect(studio.preview).toContainText(/Character \d+/);
    await studio.show('Exceptions');
    await studio.preview.getByLabel(words.connectors.exception.status).fill('409');
    await studio.preview.getByLabel(words.connectors.exception.body).fill('{"error":{"code":"exists"}}');
    await expect(studio.preview).toContainText('Rule 1 of ALREADY_EXIST matches.');
    await studio.preview.getByRole('button', { name: words.connectors.exception.toRule }).click();
    await expect(studio.configuration.getByLabel('code of rule 1 of ALREADY_EXIST')).toBeFocused();
    await studio.preview.getByLabel(words.connectors.exception.status).fill('200');
    await expect(studio.preview).toContainText(words.connectors.exception.success);
  });

  test('attributes become the exact body of the request', { tag: '@long' }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part(/^CREATE/);
    await studio.show('Write mapping');
    await studio.preview
      .getByRole('textbox', { name: words.connectors.form.attributes })
      .fill('{"userName":"zoe","mail":"zoe@example.com"}');
    const request = studio.preview.getByRole('article', { name: 'CREATE' });
    await expect(request).toContainText('POST /users');
    await expect(request).toContainText('"login": "zoe"');
    await expect(request).toContainText('"email": "zoe@example.com"');
  });

  test('changes are compared with the saved version, and a write to a server elsewhere is asked about', {
    tag: '@long',
  }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part('Connection');
    await studio.configuration.getByLabel('serviceUri').fill('https://hr.example.com/api');
    await page.getByRole('button', { name: words.connectors.changes, exact: true }).click();
    const changes = page.getByRole('dialog', { name: words.connectorWizard.diff.title });
    await expect(changes).toContainText('/configurationProperties/serviceUri');
    await expect(changes).toContainText('hr.example.com');
    await page.keyboard.press('Escape');
    await studio.operation('Delete');
    await expect(studio.console.getByLabel(words.connectorConsole.dryRun)).toBeChecked();
    await studio.console.getByLabel('uid').fill('1');
    await studio.console.getByRole('button', { name: words.connectorConsole.showRequests }).click();
    await expect(studio.outcome()).toContainText('DELETE https://hr.example.com/api/users/1');
    await studio.console.getByLabel(words.connectorConsole.dryRun).uncheck();
    await studio.console.getByRole('button', { name: 'Run Delete' }).click();
    const question = page.getByRole('dialog', { name: words.connectorConsole.confirmTitle });
    await expect(question).toContainText('https://hr.example.com/api');
    await question.getByRole('button', { name: words.common.cancel }).click();
    await expect(question).toBeHidden();
    await expect(
      studio.console.getByRole('listbox', { name: words.connectorConsole.history }).getByRole('option'),
    ).toHaveCount(1);
  });
});

test.describe('what stands in the way', () => {
  test.beforeEach(async ({ app: _opened, page }) => {
    await new ConnectorStudioScreen(page).open('hr');
  });

  test('sendAll is a flag in the form, and names the part that is the object', {
    tag: '@long',
  }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part(/^UPDATE/);
    const { configuration } = studio;
    await expect(configuration.getByLabel('sendAll.from')).toBeHidden();
    await configuration.getByLabel('sendAll', { exact: true }).check();
    await configuration.getByLabel('sendAll.from').fill('data');
    // The sample is no part of the response: that is told in words of the new value.
    await expect(configuration).toContainText('UPDATE writes it at login of data');
    await configuration.getByLabel('sendAll.from').fill('');
    await expect(configuration).not.toContainText('UPDATE writes it');
    await expect(configuration.getByLabel('sendAll', { exact: true })).toBeChecked();
    await configuration.getByLabel('sendAll', { exact: true }).uncheck();
    await expect(configuration.getByLabel('sendAll.from')).toBeHidden();
  });

  test('trust in any certificate is warned of as long as it stands', { tag: '@long' }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.part('Connection');
    await studio.configuration.getByLabel('acceptSelfSignedCertificates').check();
    const standing = page.getByRole('list', { name: words.connectors.standing });
    await expect(standing).toContainText('Any certificate is accepted');
    await page.getByRole('button', { name: words.connectors.undo, exact: true }).click();
    await expect(standing).toBeHidden();
  });

  test('a failure shows its request, its answer and the rule that took it for one', async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.operation('Get');
    await studio.console.getByLabel('uid').fill('nobody');
    await page.keyboard.press('Control+Enter');
    await expect(studio.outcome()).toContainText('GET http://127.0.0.1:');
    await expect(studio.outcome()).toContainText('/hr/v1/users/nobody');
    await expect(studio.outcome()).toContainText('Rule 1 of NOT_FOUND treated the response as a failure.');
    const answer = studio.outcome().getByRole('region', { name: words.connectorConsole.hostError });
    await expect(answer).toContainText('"code": 404');
    // The credentials of the request are not shown.
    await expect(studio.outcome()).toContainText('Bearer ••••');
  });

  test('a text that is no JSON keeps the form away, and is kept as a draft over a restart of the page', async ({
    app,
    page,
  }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.view('JSON');
    await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Document of hr' }).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('oops');
    await studio.view('Form');
    await expect(studio.configuration.getByText(words.connectors.brokenTitle)).toBeVisible();
    await letDraftsBeKept(page);
    await page.reload();
    await app.expectLive();
    await expect(studio.configuration.getByText(words.connectors.brokenTitle)).toBeVisible();
    await page.getByRole('button', { name: words.connectors.undo, exact: true }).click();
    await expect(studio.configuration.getByLabel('serviceUri')).toBeVisible();
  });
});

test('a click anywhere in its row opens a connector, and its name is the way of the keyboard', async ({
  app: _opened,
  page,
}) => {
  const studio = new ConnectorStudioScreen(page);
  await studio.openList();
  const row = page.getByRole('table', { name: words.connectors.title }).getByRole('row', { name: /^hr\b/ });
  await row.getByRole('cell').first().click();
  await expect(studio.parts).toBeVisible();
});
