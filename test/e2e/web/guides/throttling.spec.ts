import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStory } from '../../support/guides/guide-story.ts';
import { ThrottleLabScreen } from '../../support/throttle-screen.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'throttling',
  'an API owner sees that every promise of a preset holds, changes a rate, and applies it',
  ({ hands, host, page }) => {
    const lab = new ThrottleLabScreen(page);
    const goldOnDisk = () => {
      const route = JSON.parse(readFileSync(join(host.workspaceDir, 'routes/21-statuses.json'), 'utf8'));
      const { config } = route.handler.config.filters[1].config.throttlingRatePolicy;
      return config.throttlingRatesMapping.gold.numberOfRequests;
    };
    return {
      'Open **Throttle** and press **New route…**.': async () => {
        await hands.open('Throttle');
        await hands.press('New route…');
      },
      'Choose **A rate for each status** under **Start from**, type `statuses` as **Name** and press **Add route**: the preset includes its traffic.':
        async () => {
          await hands.choose('Start from', 'A rate for each status');
          await hands.type('Name', 'statuses');
          await hands.press('Add route');
          await expect(
            page.getByRole('button', { name: 'Open 21-statuses.json in the editor' }),
          ).toBeVisible();
          await expect(lab.traffic).toContainText('ann');
        },
      'Press **Simulate 12 s**: 11 of 40 requests are allowed, and each policy check of the preset is PASSED.':
        async () => {
          await hands.pressInToolbar('Simulate 12 s');
          await expect(lab.readout('Offered')).toHaveText('40');
          await expect(lab.readout('Allowed')).toHaveText('11');
          await expect(lab.expectations()).toHaveText([/PASSED/, /PASSED/, /PASSED/, /PASSED/]);
        },
      'Choose the beginning of the chart, then move between requests with **Previous decision** and **Next decision**: the key, the rate, the tokens in the bucket, and the response.':
        async () => {
          await lab.stepCursor('Home', 1);
          await expect(lab.why).toContainText('Key found');
          await expect(lab.why).toContainText('The bucket holds');
          await expect(lab.why).toContainText('429 Too Many Requests');
          await hands.press('Previous decision');
          await expect(lab.why).toContainText('200 OK');
          await hands.press('Next decision');
          await expect(lab.why).toContainText('429 Too Many Requests');
        },
      'Give **gold** 9 requests: 14 are allowed, 3 more than before, and the gateway still runs the policy as saved.':
        async () => {
          await hands.fill('gold', '9', lab.policy.getByLabel('Requests of gold'));
          await expect(lab.readout('Allowed')).toHaveText('14');
          await expect(lab.change('Allowed')).toHaveText('+3');
          expect(goldOnDisk()).toBe(6);
        },
      'Press **Apply to gateway**: the route is saved, and the gateway loads it at once.': async () => {
        await hands.press('Apply to gateway');
        await expect.poll(goldOnDisk).toBe(9);
        await expect(page.getByText('Edits are not applied yet')).toBeHidden();
      },
    };
  },
);
