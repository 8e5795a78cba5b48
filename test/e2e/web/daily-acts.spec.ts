import { countedAct } from '../support/counted-job.ts';
import { comparisonOf, copied } from '../support/exchange-acts.ts';
import { installPressCounter } from '../support/press-counter.ts';
import { test as base, expect } from '../support/web.ts';
import { words } from '../support/words.ts';

const test = base.extend({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  context: async ({ context }, use) => {
    await installPressCounter(context);
    await use(context);
  },
});

test('a flow is run again, a step sent again and compared, a token copied and read, each in as few presses as in the best tools', async ({
  app,
  flows,
  page,
  activity: log,
}) => {
  const runs = flows.runs.getByRole('option');
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await countedAct(page, 'Run a flow again', 1, async () => {
    await page.keyboard.press('Control+Enter');
    await expect(runs).toHaveCount(2);
  });
  await app.goTo('Contract');
  await countedAct(page, 'Run it again from another screen', 1, async () => {
    await page.keyboard.press('Control+Shift+Enter');
    await expect(runs).toHaveCount(3);
    await expect(runs.first()).toContainText('PASSED');
  });
  await countedAct(page, 'Copy a token', 1, async () => {
    await flows.values.getByRole('button', { name: 'Copy access_token' }).click();
    await expect(app.toast('access_token copied')).toBeVisible();
    expect(await copied(page)).toMatch(/^[\w.-]{20,}$/);
  });
  await countedAct(page, 'Decode a token', 1, async () => {
    await flows.values.getByRole('button', { name: 'Inspect access_token' }).click();
    await expect(page.getByRole('region', { name: words.token.forms.opaque })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await flows.tokenStep.click();
  await countedAct(page, 'Compare two exchanges', 2, async () => {
    await flows.authorizationStep.click();
    await page.keyboard.press('d');
    await expect(comparisonOf(page)).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await flows.tokenStep.click();
  await countedAct(page, 'Edit a request and send it again', 3, async () => {
    await page.keyboard.press('e');
    await expect(flows.field('grant_type')).toBeFocused();
    await page.keyboard.type('x');
    await page.keyboard.press('Control+Enter');
    await expect(flows.step(/POST \/as\/token\.oauth2.*sent again/)).toHaveAttribute('aria-selected', 'true');
  });
  await countedAct(page, 'See why it was refused', 1, async () => {
    await expect(flows.trace.getByText('Grant type is known')).toBeVisible();
    await expect(flows.trace).toContainText('authorization_codex');
  });

  await app.goTo('Activity');
  await countedAct(page, 'Find exchanges by their status', 1, async () => {
    await log.chip('Result', '4xx').click();
    await expect(log.row('/as/token.oauth2').first()).toContainText('400');
  });
  await countedAct(page, 'See in the log why one was refused', 0, async () => {
    await expect(log.row('unsupported_grant_type').first()).toContainText('Grant type is known');
  });
});

test('an environment is switched in two presses, and from the palette', async ({ app, page }) => {
  await countedAct(page, 'Switch the environment', 2, async () => {
    const panel = await app.panel(/^Environment/);
    await panel.getByRole('radio', { name: 'stage' }).click();
    await expect(panel.getByRole('radio', { name: 'stage' })).toBeChecked();
  });
  await page.keyboard.press('Escape');
  await countedAct(page, 'Switch it from the palette', 3, async () => {
    await page.keyboard.press('Control+k');
    await expect(app.palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('switch to none');
    await expect(app.palette.getByRole('option').first()).toHaveText(/Switch to none/);
    await page.keyboard.press('Enter');
    await expect(app.status.getByRole('button', { name: 'Environment: none' })).toBeVisible();
  });
});

test('an edit of a policy is simulated by itself', async ({ page, lab }) => {
  await lab.simulate();
  await lab.policy.getByLabel('Requests of gold').click({ clickCount: 3 });
  await countedAct(page, 'Simulate what is typed', 0, async () => {
    await page.keyboard.type('1');
    await expect(lab.change('Allowed')).toHaveText(/^−\d+$/);
  });
});

test('one attack case runs again in one press', async ({ page, attacks: screen }) => {
  await screen.case('AC-01').click();
  const ended = screen.detail.getByText('PASSED').first();
  await countedAct(page, 'Run the case that is open', 1, async () => {
    await page.keyboard.press('r');
    await expect(ended).toBeVisible({ timeout: 60_000 });
  });
});
