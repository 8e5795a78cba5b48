import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '../support/web.ts';
import { FlowScreen } from '../support/web-flow.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('services are stopped, started and restarted, and their addresses copied', async ({
  app,
  host,
  page,
}) => {
  const server = page.getByRole('row', { name: /^Authorization server/ });
  await expect(server).toContainText('running');
  await expect(server).toContainText(host.services['authorizationServer'] ?? 'no address');
  await page.getByRole('button', { name: 'Stop the authorization server' }).click();
  await expect(server).toContainText('stopped');
  await expect(app.status.getByRole('button', { name: /^AS \d+/ })).toContainText('stopped');
  await page.getByRole('button', { name: 'Start the authorization server' }).click();
  await expect(server).toContainText('running');
  await page.getByRole('button', { name: 'Restart the authorization server' }).click();
  await expect(server).toContainText('running');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect(page.getByRole('button', { name: 'Start the sample upstreams' })).toBeVisible();
  await page.getByRole('button', { name: 'Start all' }).click();
  await expect(page.getByRole('button', { name: 'Stop the sample upstreams' })).toBeVisible();
  await expect(server).toContainText('running');

  await page.getByRole('button', { name: 'Copy for the authorization server' }).click();
  await page.getByRole('menuitem', { name: 'curl command' }).click();
  await expect(app.toast('curl command copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${host.services['authorizationServer']}/as/token.oauth2`);
});

test('a port that is taken is said where the service stands, and another one is a click away', async ({
  host,
  page,
  app,
}) => {
  const samples = page.getByRole('row', { name: /^Sample upstreams/ });
  const port = Number(new URL(host.services['sampleUpstreams'] ?? '').port);
  await page.getByRole('button', { name: 'Stop the sample upstreams' }).click();
  await expect(samples).toContainText('stopped');
  const squatter = createServer();
  squatter.listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  await page.getByRole('button', { name: 'Start the sample upstreams' }).click();
  await expect(samples).toContainText('failed');
  const note = page.getByRole('table', { name: 'Services' }).getByRole('alert');
  await expect(note).toContainText(String(port));
  await note.getByRole('button', { name: /^Use port \d+$/ }).click();
  await expect(samples).toContainText('running');
  await expect(note).toHaveCount(0);
  await expect(samples).not.toContainText(`:${port}`);
  await expect(app.status.getByRole('button', { name: /^Samples \d+/ })).toContainText('running');
  squatter.close();
});

test('a run ticks the list of first tasks, and can be looked at again from Home', async ({ app, page }) => {
  const task = page.getByRole('listitem').filter({ hasText: 'Issue a token' });
  await expect(task).toContainText('Next:');
  await expect(page.getByText('No flow has run yet.')).toBeVisible();
  await task.getByRole('button', { name: 'Issue a token' }).click();
  const flows = new FlowScreen(page);
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Home');
  await expect(task).toContainText('Done:');
  const run = page.getByRole('region', { name: 'Recent runs' }).getByRole('listitem').first();
  await expect(run).toContainText('portal-web');
  await run.getByRole('button').click();
  await expect(page.getByRole('listbox', { name: 'Steps of run 1' })).toBeVisible();
  await app.goTo('Home');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('heading', { name: 'Get going' })).toHaveCount(0);
});
