import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { AttackScreen, runMillis } from '../support/attacks-screen.ts';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { consentSheet } from '../support/consents-screen.ts';
import { HomeScreen } from '../support/home-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const maxBytes = 150_000;
const quality = 80;

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' });

/** Takes a picture in both themes into a folder. */
async function save(of: Page, testInfo: TestInfo, name: string): Promise<void> {
  const folder = process.env['GATEHOUSE_SCREENSHOTS'] ?? testInfo.outputPath();
  mkdirSync(folder, { recursive: true });
  // Nothing stands under the pointer.
  await of.mouse.move(0, 0);
  const browser = await of.context().newCDPSession(of);
  for (const colorScheme of ['dark', 'light'] as const) {
    await of.emulateMedia({ colorScheme });
    // Until the colours are those of the theme, and the caret is out of the picture.
    await of.screenshot();
    const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    expect(picture.length).toBeLessThanOrEqual(maxBytes);
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), picture);
  }
  await browser.detach();
}

// Run by `npm run screenshots` these write into the documentation; else they only show that the pictures can be taken.
test('the pictures of the documentation can be taken, and are small enough for it', async ({
  flows,
  page,
}, testInfo) => {
  await flows.choose('Client', 'portal-web');
  await flows.run();
  const signIn = await flows.openSignIn();
  await expect(signIn.page.getByLabel('Password')).toBeFocused();
  await save(signIn.page, testInfo, 'sign-in');
  await signIn.signIn('ann-password');
  await signIn.decide('Allow');
  await signIn.page.close();

  await flows.runUnattended();
  await flows.tokenStep.click();
  await expect(flows.trace.getByText('code_verifier matches the challenge')).toBeVisible();
  await save(page, testInfo, 'flow-debugger');

  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await save(page, testInfo, 'throttle-lab');

  const studio = new ConnectorStudioScreen(page);
  await studio.open('hr');
  await studio.part('QUERY');
  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  await expect(studio.preview).toContainText('1 of 20');
  await save(page, testInfo, 'connector-studio');
});

test('the picture of Home can be taken, some of the first tasks done', async ({
  app,
  flows,
  page,
}, testInfo) => {
  await flows.runUnattended();
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await app.goTo('Home');
  await new HomeScreen(page).expectDone(2);
  await save(page, testInfo, 'home');
});

test('the pictures of a comparison, the log and a run of attacks can be taken', async ({
  app,
  flows,
  page,
  activity: log,
}, testInfo) => {
  test.slow();
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await page.keyboard.press('e');
  await flows.field('code_verifier').fill('{{code_verifier|flip}}');
  await page.keyboard.press('Control+Enter');
  const again = flows.step(/POST \/as\/token\.oauth2.*sent again/);
  await expect(again).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('a');
  await flows.tokenStep.first().click();
  await page.keyboard.press('d');
  await expect(page.getByRole('region', { name: words.diff.titleExchanges })).toBeVisible();
  await expect(app.toast(/^A: /)).toHaveCount(0);
  await save(page, testInfo, 'compare');
  await page.keyboard.press('Escape');

  await app.goTo('Activity');
  await log.row('invalid_grant').first().click();
  await expect(log.detail.getByRole('region', { name: words.exchange.traceRegion })).toContainText(
    'code_verifier matches',
  );
  await save(page, testInfo, 'activity');

  await app.goTo('Flows');
  const attacks = new AttackScreen(page);
  await attacks.open();
  await attacks.choose('Profile', 'training');
  await page.getByRole('button', { name: /^Weaknesses/ }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox').fill('code-reusable');
  await picker.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  const tried = ['AC-01', 'AC-02', 'AC-03', 'AC-04', 'AC-05', 'AC-06', 'AC-07', 'AC-08'];
  for (const id of tried) await attacks.tick(id);
  await attacks.runChosen(tried.length);
  await expect(attacks.found(/[A-Z]{6,}/)).toHaveCount(tried.length, { timeout: runMillis });
  await save(page, testInfo, 'attacks');
});

test('the picture of the contract can be taken', async ({ page, contract: screen }, testInfo) => {
  await screen.tab('Sources');
  await page.getByRole('button', { name: words.contract.sources.sample }).click();
  await expect(screen.source('sample.har')).toContainText('HAR');
  await screen.tab('Findings');
  await screen.stepTo('CC-022');
  await expect(screen.finding.locator('.after mark')).toBeVisible();
  await save(page, testInfo, 'contract-findings');
  await screen.tab('History');
  await screen.entries
    .getByRole('option', { name: /2021-12-16/ })
    .first()
    .click();
  await expect(screen.entry).toBeVisible();
  await save(page, testInfo, 'contract');
});

test.describe('at a platform that says how fast it may be asked', () => {
  test.use({
    workspace: {
      'gatehouse.json': {
        id: 'sample',
        name: 'Sample workspace',
        services: { platform: { rateLimits: { directoryWrite: { requestsPerSecond: 12, burst: 5 } } } },
      },
    },
  });

  test('the picture of a load can be taken while it goes on', async ({
    page,
    consents: screen,
  }, testInfo) => {
    test.slow();
    await screen.begin(consentSheet(300, { unknown: [17, 90, 151] }));
    await screen.read();
    await screen.map();
    await screen.match();
    await screen.go('Dry run');
    await screen.load();
    await expect(screen.count('Accepted')).toHaveText(/^(?:1[5-9]|2\d)\d$/, { timeout: 120_000 });
    await save(page, testInfo, 'consent-import');
  });
});
