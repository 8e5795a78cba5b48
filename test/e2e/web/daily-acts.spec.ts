import type { Page } from '@playwright/test';
import { ActivityScreen } from '../support/activity-screen.ts';
import { AttackScreen } from '../support/attacks-screen.ts';
import { expectPresses, pressesOf } from '../support/presses.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('presses are counted as a person makes them', async ({ app, page }) => {
  const presses = await pressesOf(page, async () => {
    await page.keyboard.press('Control+k');
    await expect(app.palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('throttle');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Flows' }).click();
  });
  expect(presses).toBe(4);
});

test('a flow is run again, a step sent again and compared, a token copied and read, each in as few presses as in the best tools', async ({
  app,
  flows,
  page,
}) => {
  const runs = flows.runs.getByRole('option');
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await expectPresses(page, 'Run a flow again', 1, async () => {
    await page.keyboard.press('Control+Enter');
    await expect(runs).toHaveCount(2);
  });
  await app.goTo('Contract');
  await expectPresses(page, 'Run it again from another screen', 1, async () => {
    await page.keyboard.press('Control+Shift+Enter');
    await expect(runs).toHaveCount(3);
    await expect(runs.first()).toContainText('PASSED');
  });
  await expectPresses(page, 'Copy a token', 1, async () => {
    await flows.values.getByRole('button', { name: 'Copy access_token' }).click();
    await expect(app.toast('access_token copied')).toBeVisible();
    expect(await copied(page)).toMatch(/^[\w.-]{20,}$/);
  });
  await expectPresses(page, 'Decode a token', 1, async () => {
    await flows.values.getByRole('button', { name: 'Inspect access_token' }).click();
    await expect(page.getByRole('region', { name: 'Opaque token' })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await flows.tokenStep.click();
  await expectPresses(page, 'Compare two exchanges', 2, async () => {
    await flows.authorizationStep.click();
    await page.keyboard.press('d');
    await expect(page.getByRole('region', { name: 'Two exchanges compared' })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await flows.tokenStep.click();
  await expectPresses(page, 'Edit a request and send it again', 3, async () => {
    await page.keyboard.press('e');
    await expect(flows.field('grant_type')).toBeFocused();
    await page.keyboard.type('x');
    await page.keyboard.press('Control+Enter');
    await expect(flows.step(/POST \/as\/token\.oauth2.*sent again/)).toHaveAttribute('aria-selected', 'true');
  });
  await expectPresses(page, 'See why it was refused', 1, async () => {
    await expect(flows.trace.getByText('Grant type known')).toBeVisible();
    await expect(flows.trace).toContainText('authorization_codex');
  });

  await app.goTo('Activity');
  const log = new ActivityScreen(page);
  await expectPresses(page, 'Find exchanges by their status', 1, async () => {
    await log.chip('Result', '4xx').click();
    await expect(log.row('/as/token.oauth2').first()).toContainText('400');
  });
  await expectPresses(page, 'See in the log why one was refused', 0, async () => {
    await expect(log.row('unsupported_grant_type').first()).toContainText('Grant type known');
  });
});

test('an environment is switched in two presses, and from the palette', async ({ app, page }) => {
  await expectPresses(page, 'Switch the environment', 2, async () => {
    const panel = await app.panel(/^Environment/);
    await panel.getByRole('radio', { name: 'stage' }).click();
    await expect(panel.getByRole('radio', { name: 'stage' })).toBeChecked();
  });
  await page.keyboard.press('Escape');
  await expectPresses(page, 'Switch it from the palette', 3, async () => {
    await page.keyboard.press('Control+k');
    await expect(app.palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('switch to none');
    await expect(app.palette.getByRole('option').first()).toHaveText(/Switch to none/);
    await page.keyboard.press('Enter');
    await expect(app.status.getByRole('button', { name: 'Environment: none' })).toBeVisible();
  });
});

test('an edit of a policy is simulated by itself', async ({ app: _opened, page }) => {
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await expectPresses(page, 'Simulate what was edited', 0, async () => {
    await lab.policy.getByLabel('Requests of gold').fill('1');
    await expect(lab.change('Allowed')).toHaveText(/^−\d+$/);
  });
});

test('one attack case runs again in one press', async ({ flows, page }) => {
  const screen = new AttackScreen(flows.page);
  await screen.open();
  await screen.case('AC-01').click();
  const ended = screen.detail.getByText('PASSED').first();
  await expectPresses(page, 'Run the case that is open', 1, async () => {
    await page.keyboard.press('r');
    await expect(ended).toBeVisible({ timeout: 60_000 });
  });
});
