import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectorStudioScreen } from '../support/connector-studio-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-lab-screen.ts';
import { expect, test } from '../support/web.ts';

const largestBytes = 300_000;

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' });

// Run by `npm run screenshots` it writes into the documentation; else it only shows that the pictures can be taken.
test('the pictures of the documentation can be taken, and are small enough for it', async ({
  flows,
  page,
}, testInfo) => {
  const folder = process.env['GATEHOUSE_SCREENSHOTS'] ?? testInfo.outputPath();
  mkdirSync(folder, { recursive: true });
  const save = async (of: typeof page, name: string) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await of.emulateMedia({ colorScheme });
      const picture = await of.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      expect(picture.length).toBeLessThanOrEqual(largestBytes);
    }
  };
  await flows.choose('Client', 'portal-web');
  await flows.run();
  const signIn = await flows.openSignIn();
  await expect(signIn.page.getByLabel('Password')).toBeFocused();
  await save(signIn.page, 'sign-in');
  await signIn.signIn('ann-password');
  await signIn.decide('Allow');
  await signIn.page.close();

  await flows.runUnattended();
  await flows.tokenStep.click();
  await expect(flows.trace.getByText('Verifier matches challenge')).toBeVisible();
  // Nothing stands under the pointer.
  await page.mouse.move(0, 0);
  await save(page, 'flow-debugger');

  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await page.mouse.move(0, 0);
  await save(page, 'throttle-lab');

  const studio = new ConnectorStudioScreen(page);
  await studio.open('hr');
  await studio.part('QUERY');
  await studio.preview.getByRole('button', { name: 'Get a list' }).click();
  await expect(studio.preview).toContainText('1 of 20');
  await page.mouse.move(0, 0);
  await save(page, 'connector-studio');
});
