import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listeningOrigin } from '#test/support/listening.ts';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

const description = `
openapi: 3.0.3
info: { title: Staff directory }
servers: [{ url: 'https://staff.example.com/v2' }]
security: [{ key: [] }]
paths:
  /employees:
    get:
      parameters:
        - { name: page, in: query }
        - { name: per_page, in: query }
      responses:
        '200':
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Employee' } }
    post:
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Employee' }
  /employees/{id}:
    get:
      responses:
        '200':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Employee' }
    put: {}
    delete: {}
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  schemas:
    Employee:
      type: object
      required: [email]
      properties:
        id: { type: integer, readOnly: true }
        email: { type: string }
        started: { type: string, format: date-time }
        manager: { $ref: '#/components/schemas/Employee' }
`;

test('an OpenAPI document in YAML becomes a connector whose parts are complete', async ({
  app,
  host,
  page,
}) => {
  const studio = new ConnectorStudioScreen(page);
  await studio.openList();
  await page.getByRole('button', { name: words.connectors.add }).click();
  const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
  await wizard.getByRole('radio', { name: words.connectorWizard.sources.openapi }).check({ force: true });
  await wizard.getByLabel(words.connectorWizard.name).fill('staff');
  await wizard
    .getByLabel(words.connectorWizard.sources.openapi, { exact: true })
    .last()
    .setInputFiles({
      name: 'staff.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(description),
    });
  await expect(wizard).toContainText('Staff directory');
  await expect(wizard.getByLabel('serviceUri')).toHaveValue('https://staff.example.com/v2');
  await expect(wizard).toContainText('3 attributes detected');
  await expect(wizard.getByLabel(words.connectorWizard.pageParameter)).toHaveValue('page');
  await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
  await expect(app.tabs().filter({ hasText: 'staff' })).toBeVisible();
  for (const part of ['Schema', 'GET', 'QUERY', 'Pagination', 'CREATE', 'UPDATE', 'DELETE'])
    await expect(studio.parts.getByRole('option', { name: `${part} complete` })).toBeVisible();
  const file = join(host.workspaceDir, 'connectors/provisioner.openicf-staff.json');
  const { configurationProperties } = JSON.parse(readFileSync(file, 'utf8'));
  expect(configurationProperties).toMatchObject({
    authenticationMethod: 'TOKEN',
    authorizationTokenPrefix: 'Bearer',
    objectTypes: {
      __ACCOUNT__: { schema: [{ fieldName: 'email', type: 'STRING', flags: ['REQUIRED'] }, {}, {}] },
    },
  });
  // The token is given to the engine; the document only refers to it.
  await studio.part('Authentication');
  await page.getByRole('button', { name: 'Set… authToken' }).click();
  const secret = page.getByRole('dialog');
  await secret.locator('input[type=password]').fill('very-secret');
  await secret.locator('input[type=password]').press('Enter');
  await expect(studio.configuration).toContainText('stored secret staff-authToken');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"$secret": "staff-authToken"');
  expect(readFileSync(file, 'utf8')).not.toContain('very-secret');
});

test('a sample with the whole address of the next page becomes pages that follow it', {
  tag: '@long',
}, async ({ host, page }) => {
  const studio = new ConnectorStudioScreen(page);
  await studio.openList();
  await page.getByRole('button', { name: words.connectors.add }).click();
  const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
  await wizard.getByLabel(words.connectorWizard.name).fill('graph');
  await wizard.getByLabel('serviceUri').fill('https://graph.example.com/v1.0/users');
  await wizard.getByRole('button', { name: 'Remove /users' }).press('Enter');
  await expect(wizard.getByLabel('serviceUri')).toBeFocused();
  await wizard.getByRole('textbox', { name: words.connectorWizard.sources.sample }).fill(
    JSON.stringify({
      value: [{ id: '1', mail: 'ann@example.com' }],
      '@odata.nextLink': 'https://graph.example.com/v1.0/users?$skiptoken=x',
    }),
  );
  await expect(wizard.getByLabel(words.connectorWizard.linkPath)).toHaveValue("['@odata.nextLink']");
  await expect(wizard.getByLabel(words.connectorWizard.sizeParameter)).toHaveValue('$top');
  await wizard.getByRole('checkbox', { name: 'Remote behind a proxy' }).check({ force: true });
  await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
  await studio.part('Pagination');
  await expect(studio.configuration.getByLabel('rewriteOrigin')).toBeChecked();
  const file = join(host.workspaceDir, 'connectors/provisioner.openicf-graph.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    configurationProperties: {
      objectTypes: {
        __ACCOUNT__: {
          operations: {
            QUERY: {
              pagination: {
                pageSizePagination: { param: '$top={_pageSize}' },
                cookiePagination: { path: '{_pagedResultsCookie}' },
                pagedResultsCookie: { type: 'body', path: "['@odata.nextLink']", rewriteOrigin: true },
              },
            },
          },
        },
      },
    },
  });
});

test('a file that describes no API is refused in words, and a name that is taken too', {
  tag: '@long',
}, async ({ page }) => {
  const studio = new ConnectorStudioScreen(page);
  await studio.openList();
  await page.getByRole('button', { name: words.connectors.add }).click();
  const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
  await wizard.getByLabel(words.connectorWizard.name).fill('hr');
  await expect(wizard).toContainText(words.connectorWizard.taken);
  await wizard.getByRole('radio', { name: words.connectorWizard.sources.openapi }).check({ force: true });
  await wizard
    .getByLabel(words.connectorWizard.sources.openapi, { exact: true })
    .last()
    .setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a: [1'),
    });
  await expect(wizard).toContainText('Not an OpenAPI 3 document');
  await expect(wizard.getByRole('button', { name: words.connectorWizard.act })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test.describe('a workspace without connectors', () => {
  test.use({ workspace: { 'connectors/provisioner.openicf-hr.json': null } });

  test('says what one is for, and how to begin', async ({ page }) => {
    await page
      .getByRole('navigation', { name: words.nav.label })
      .getByRole('link', { name: words.connectors.title })
      .click();
    await expect(page.getByRole('heading', { name: words.connectors.emptyTitle })).toBeVisible();
    await page.getByRole('button', { name: words.connectors.add }).click();
    await expect(page.getByRole('dialog', { name: words.connectors.commands.add })).toBeVisible();
  });
});

test('an API of one’s own that asks for a name and a password: nothing typed is changed, and no secret is in the file', async ({
  host,
  page,
}) => {
  const expected = `Basic ${Buffer.from('ann:planted').toString('base64')}`;
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === expected;
    const isThere = request.url?.startsWith('/hr/v1/users') === true;
    const status = isKnown ? (isThere ? 200 : 404) : 401;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? [{ id: 1, mail: 'ann@example.com' }] : { error: status }));
  });
  const base = `${await listeningOrigin(server)}/hr/v1`;
  try {
    const studio = new ConnectorStudioScreen(page);
    await studio.openList();
    await page.getByRole('button', { name: words.connectors.add }).click();
    const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
    await wizard.getByLabel(words.connectorWizard.name).fill('own');
    await wizard.getByLabel('serviceUri').fill(base);
    await expect(wizard.getByLabel('serviceUri')).toHaveValue(base);
    await expect(wizard.getByLabel(words.connectorWizard.path)).toHaveValue('/users');
    await studio.choose(wizard, 'Authentication', 'BASIC: user name and password');
    await wizard.getByRole('textbox', { name: 'login' }).fill('ann');
    await wizard.getByRole('textbox', { name: 'password' }).fill('planted');
    await wizard.getByLabel(words.connectorWizard.path).fill('/people');
    await wizard.getByRole('button', { name: words.connectorWizard.fetch }).click();
    await expect(wizard).toContainText(`GET ${base}/people`);
    await wizard.getByLabel(words.connectorWizard.path).fill('/users');
    await wizard.getByRole('button', { name: words.connectorWizard.fetch }).click();
    await expect(wizard).toContainText('1 attribute detected in 1 record');
    await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
    const file = join(host.workspaceDir, 'connectors/provisioner.openicf-own.json');
    await expect.poll(() => existsSync(file)).toBe(true);
    const { configurationProperties } = JSON.parse(readFileSync(file, 'utf8'));
    expect(configurationProperties).toMatchObject({
      serviceUri: base,
      authenticationMethod: 'BASIC',
      login: 'ann',
      password: { $secret: 'own-password' },
    });
    expect(readFileSync(file, 'utf8')).not.toContain('planted');
    // Attempts of the wizard are none of the connector's runs.
    await expect(studio.console.getByText('FAILED')).toHaveCount(0);
    await page.getByRole('button', { name: /^Run / }).click();
    await expect(studio.outcome()).toContainText('ann@example.com');
  } finally {
    server.close();
  }
});

test.describe('a connector built by hand', () => {
  test('begins with nothing, and parts are added as they are needed', { tag: '@long' }, async ({ page }) => {
    const studio = new ConnectorStudioScreen(page);
    await studio.openList();
    await page.getByRole('button', { name: words.connectors.add }).click();
    const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
    await wizard.getByRole('radio', { name: words.connectorWizard.sources.empty }).check({ force: true });
    await wizard.getByLabel(words.connectorWizard.name).fill('bare');
    await wizard.getByLabel('serviceUri').fill('http://127.0.0.1:9/api');
    await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
    await studio.part(/^GET/);
    await studio.configuration.getByRole('button', { name: 'Configure GET' }).click();
    await expect(studio.configuration.getByLabel('path', { exact: true })).toHaveValue('/users/{uid}');
    await studio.part('Exceptions');
    await page.getByRole('button', { name: 'Add rule for NOT_FOUND' }).click();
    await studio.configuration.getByLabel('code of rule 1 of NOT_FOUND').fill('410');
    await page.getByRole('button', { name: words.connectors.addType, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.connectorWizard.newType.act }).click();
    await expect(studio.parts.getByRole('option', { name: '__GROUP__' })).toBeVisible();
    await page.getByRole('button', { name: words.connectors.form.addAttribute }).click();
    await page.getByRole('button', { name: /^Flags of attribute1/ }).click();
    await page.getByRole('dialog').getByLabel('MULTIVALUED').check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: words.connectors.form.attributes })).toContainText('many');
    await page.getByRole('button', { name: words.connectors.undo, exact: true }).click();
    await expect(page.getByRole('table', { name: words.connectors.form.attributes })).not.toContainText(
      'many',
    );
  });
});
