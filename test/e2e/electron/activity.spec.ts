import { ActivityScreen } from '../support/activity-screen.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { expect, test } from './desktop.ts';

test('what a flow sent stands in the log, is filtered, and shows no token', async ({ desktop }) => {
  const { app, page, problems } = desktop;
  const flows = new FlowScreen(page);
  const log = new ActivityScreen(page);
  await app.goTo('Flows');
  await expect(page.getByRole('button', { name: /Flow$/ })).not.toHaveText('none');
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Activity');
  await log.expectCount(8);
  await log.filter.fill('path:/as/token.oauth2');
  await expect(log.rows.first()).toContainText('/as/token.oauth2');
  await log.rows.first().click();
  await expect(log.detail).toContainText('••••');
  await expect(log.detail).not.toContainText('portal-web-secret');
  expect(problems).toEqual([]);
});
