import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from './desktop.ts';

test('a policy is tried on its traffic, and every promise of the preset holds', async ({ desktop }) => {
  const { page, problems } = desktop;
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.simulate();
  await expect(lab.readout('Offered')).toHaveText('40');
  await expect(lab.readout('Allowed')).toHaveText('11');
  await expect(lab.expectations().filter({ hasText: 'PASSED' })).toHaveCount(4);
  expect(problems).toEqual([]);
});
