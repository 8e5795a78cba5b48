import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('arrivals are drawn over time, and what was held or edited is told apart and leads to its difference', async ({
  app,
  flows,
  page,
  activity: log,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.getByRole('button', { name: words.exchange.acts.edit }).click();
  await flows.field('grant_type').fill('made_up');
  await page.keyboard.press('Control+Enter');
  await expect(flows.steps.filter({ hasText: 'sent again' })).toHaveAttribute('aria-selected', 'true');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await app.goTo('Activity');
  const arrivals = page.getByRole('region', { name: words.activity.histogram.region });
  const chart = arrivals.getByRole('img');
  await expect(chart).toHaveAccessibleName(
    /^From .+ to .+: \d+ successful, \d+ redirected, 1 rejected or failed\.$/,
  );
  await expect(log.chip('Result', 'Paused')).toHaveText(/^Paused [1-9]/);
  await expect(log.chip('Result', 'Edited')).toHaveText('Edited 1');
  await log.chip('Result', 'Edited').click();
  await expect(log.filter).toHaveValue('-source:attacks is:edited');
  await log.expectCount(1);
  await expect(chart).toHaveAccessibleName(/: 0 successful, 0 redirected, 1 rejected/);
  const edited = log.row('/as/token.oauth2');
  await expect(edited).toContainText('edited');
  await edited.click();
  await expect(arrivals.locator('.chart-cursor')).toBeVisible();
  await log.detail.getByRole('button', { name: words.activity.compareWithFirst }).click();
  await expect(log.comparison).toContainText('authorization_code');
  await expect(log.comparison).toContainText('made_up');
  await page.keyboard.press('Escape');
  await log.chip('Result', 'Edited').click();

  // A drag over the bars shows what arrived in that time alone; by keys the table does it.
  const box = await arrivals.locator('.histogram-over').boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  await page.mouse.move(box.x + 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(log.filter).toHaveValue(/after:\S+Z before:\S+Z/);
  await arrivals.getByRole('button', { name: words.activity.histogram.all }).click();
  await expect(log.filter).toHaveValue('-source:attacks');
  await arrivals.getByRole('button', { name: words.activity.histogram.table }).click();
  await expect(arrivals.getByRole('grid')).toContainText('rejected or failed');
  await arrivals.getByRole('button', { name: words.activity.histogram.showBar }).click();
  await expect(log.filter).toHaveValue(/after:\S+Z before:\S+Z/);
  await expectAccessible(page);
});
