import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('a connector is read by a form, and what it makes of its remote is seen', async ({ desktop }) => {
  const { page, problems } = desktop;
  const studio = new ConnectorStudioScreen(page);
  await studio.open('hr');
  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  await expect(studio.attribute('mail')).toBeVisible();
  await studio.show('Filter');
  await studio.preview.getByLabel(words.connectors.filter.label).fill('mail co "x"');
  await studio.view('JSON');
  // The editor's files come one by one through the host, which takes its time on a busy machine.
  await expect(studio.configuration.locator('.view-line').first()).toBeVisible({ timeout: 120_000 });
  expect(problems).toEqual([]);
});
