import { HomeScreen } from '../support/home-screen.ts';
import { expect, test } from './desktop.ts';

test('a service is stopped and started, and its address is copied', async ({ desktop }) => {
  const { app, page, problems } = desktop;
  const server = await new HomeScreen(page).openService('Authorization server');
  await expect(server).toContainText('running');
  await server.getByRole('button', { name: 'Stop the authorization server' }).click();
  await expect(server).toContainText('stopped');
  await expect(app.status.getByRole('button', { name: /^AS\b/ })).toContainText('stopped');
  await server.getByRole('button', { name: 'Start the authorization server' }).click();
  await expect(server).toContainText('running');
  await server.getByRole('button', { name: 'Copy details of the authorization server' }).click();
  await page.getByRole('menuitem', { name: 'curl command' }).click();
  await expect(app.toast('curl command copied')).toBeVisible();
  expect(problems).toEqual([]);
});
