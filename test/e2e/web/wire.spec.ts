import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the wire shows each exchange as it happens; one is opened, copied and sent again', async ({
  flows,
  page,
}) => {
  const wire = page.getByRole('listbox', { name: words.wire.list });
  await page.getByRole('button', { name: words.wire.title }).click();
  await expect(page.getByText(words.activity.choose)).toBeVisible();
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  // Each of the eight requests was recorded as sent and as answered, and is one row.
  await expect(wire.getByRole('option')).toHaveCount(8);

  const tokenRequest = wire.getByRole('option', { name: /Flow AS POST \/as\/token\.oauth2 200.*portal-web/ });
  await tokenRequest.click();
  const detail = page.getByRole('region', { name: words.activity.detail, exact: true });
  await expect(page.getByRole('region', { name: 'Wire: Rules checked' })).toContainText(
    'code_verifier matches the challenge',
  );
  // Its detail switches between both records, which are no two exchanges to compare.
  const ends = detail.getByRole('group', { name: words.exchange.recordedAt }).getByRole('radio');
  await expect(ends).toHaveCount(2);
  await ends.and(page.locator(':not(:checked)')).check({ force: true });
  await expect(tokenRequest).toHaveAttribute('aria-selected', 'true');
  const compare = detail.getByRole('button', { name: words.exchange.acts.compare });
  await expect(compare).toHaveAttribute('aria-disabled', 'true');

  await detail.getByRole('button', { name: words.exchange.acts.title }).click();
  await page.getByRole('menuitem', { name: words.exchange.acts.curl }).click();
  await expect(page.getByRole('status').filter({ hasText: 'cURL copied. Masked:' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('curl');
  expect(copied).toContain('/as/token.oauth2');
  expect(copied).not.toContain(Buffer.from('portal-web:portal-web-secret').toString('base64'));

  await detail.getByRole('button', { name: words.exchange.acts.replay }).click();
  await expect(wire.getByRole('option')).toHaveCount(9);
  // A code works once: the server refuses the second request and takes back what the first one got.
  await expect(page.getByRole('region', { name: 'Wire: Response headers and body' })).toContainText(
    '"error": "invalid_grant"',
  );
  await expect(page.getByRole('region', { name: 'Wire: Rules checked' })).toContainText(
    'Failed: Code has not been used',
  );
  await compare.click();
  const comparison = page.getByRole('region', { name: words.diff.titleExchanges });
  await expect(comparison.getByRole('region', { name: 'Wire: Response', exact: true })).toContainText(
    'A200B400',
  );
  await comparison.getByRole('button', { name: words.common.close }).click();
  await expect(detail).toBeVisible();
});

test('Ctrl J opens the wire and closes it again', async ({ flows, page }) => {
  const wire = page.getByRole('region', { name: words.wire.title });
  await expect(wire).toContainText(words.wire.empty);
  await flows.choose('Flow', 'Client credentials');
  await flows.choose('Client', 'batch-job');
  await flows.run();
  await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
  // The newest alone: the call of the API, or its question about the token when that began in a later millisecond.
  await expect(wire).toContainText(/(GET\/orders|POST\/as\/token\.oauth2)200/);
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('listbox', { name: words.wire.list })).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('listbox', { name: words.wire.list })).toHaveCount(0);
});
