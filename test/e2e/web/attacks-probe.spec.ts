import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedWith, startSmallServer } from '../../protocol/attacks/small-server.ts';
import { AttackScreen, runMillis } from '../support/attacks-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.slow();

test('why several cases came to nothing stands once above them, and what the server demands beside it', async ({
  host,
  flows,
  page,
}) => {
  const server = await startSmallServer('', ({ path, fields }) => {
    if (path === '/token' && !fields.has('code') && fields.get('grant_type') !== 'client_credentials')
      return null;
    return path === '/token' ? refusedWith('invalid_client', 401) : null;
  });
  try {
    const batch = {
      client_id: 'batch',
      client_secret: 'a secret of the test',
      grant_types: ['client_credentials'],
    };
    mkdirSync(join(host.workspaceDir, 'targets'), { recursive: true });
    writeFileSync(
      join(host.workspaceDir, 'targets/small.json'),
      JSON.stringify({ display_name: 'Small server', issuer: server.issuer, clients: [batch] }),
    );
    const screen = new AttackScreen(flows.page);
    await screen.open();
    await screen.choose('Server', 'Small server');
    for (const id of ['CA-01', 'CA-02', 'TE-04', 'XC-03']) await screen.tick(id);
    await screen.runChosen(4);
    await expect(page.getByText('3 cases are inconclusive for the same reason.')).toBeVisible({
      timeout: runMillis,
    });
    // The case that is open says it as well, after a word of its own.
    const reasons = page
      .locator('p')
      .filter({ hasText: /^The token endpoint rejects the credentials of batch/ });
    await expect(reasons).toHaveCount(1);
    await page.getByRole('button', { name: 'Open CA-01' }).click();
    await expect(page.getByRole('heading', { name: /^CA-01/ })).toBeVisible();
    await page.getByRole('button', { name: words.attacks.aboutServer }).click();
    await expect(page.getByRole('dialog')).toContainText(`Its metadata are at ${server.issuer}/.well-known`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 800, height: 900 });
    await expectNoSidewaysScrolling(page);
  } finally {
    await server.close();
  }
});
