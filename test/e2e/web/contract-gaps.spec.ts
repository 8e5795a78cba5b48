import { platformConnector } from '../../support/contract-connector.ts';
import { expect, test } from '../support/web.ts';

const file = 'connectors/provisioner.openicf-vendor.json';
const connector = JSON.stringify(platformConnector('/deviceAuthenticationPolicy')).replaceAll(
  /https?:\/\/[^/"\\&]+|&\{[^}]*platform[^}]*\}/g,
  'https://api.vendor.example',
);

test.use({ workspace: { [file]: JSON.parse(connector) as ReturnType<typeof platformConnector> } });

test('nothing is said to be clean while a host is not answered for, and an answer lets its calls be looked at', async ({
  app,
  page,
}) => {
  await app.goTo('Contract');
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await expect(page.getByText('Is api.vendor.example the platform?')).toBeVisible();
  await expect(page.getByText('Nothing in your work breaks')).toHaveCount(0);
  await page.getByRole('tab', { name: /^Sources/ }).click();
  await expect(page.getByText('Is api.vendor.example the platform?')).toBeVisible();
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await page.getByRole('button', { name: 'Yes, api.vendor.example is the platform' }).click();
  await expect(page.getByText('CC-022').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Is api.vendor.example the platform?')).toHaveCount(0);
});
