import { ContractScreen, plantedSecret, platformSession } from '../support/contract-screen.ts';
import { dropFile } from '../support/drop-file.ts';
import { HomeScreen } from '../support/home-screen.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('a session is held against the contract, and what breaks is found and mended', async ({ desktop }) => {
  const { app, page, problems } = desktop;
  const screen = new ContractScreen(page);
  const home = new HomeScreen(page);
  const platform = await home.openService('Platform sandbox');
  await expect(platform).toContainText('running');
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await platform.innerText()) ?? [];
  await home.closeService('Platform sandbox');
  await screen.open();
  await dropFile(page, 'session.har', platformSession(address));
  await expect(screen.source('session.har')).toContainText(words.contract.sources.names.har);
  await expect(screen.source('session.har')).not.toContainText('reading');
  await screen.tab('Findings');
  await screen.stepTo('CC-022');
  await page.keyboard.press('f');
  await expect(app.toast('1 finding fixed').first()).toBeVisible();
  await expect(screen.findings).not.toContainText('CC-022');
  await expect(page.getByText(plantedSecret)).toHaveCount(0);
  expect(problems).toEqual([]);
});
