import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectorStudioScreen } from '../../support/connectors-screen.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { ThrottleLabScreen } from '../../support/throttle-screen.ts';
import { expect } from '../../support/web.ts';
import { FlowScreen } from '../../support/web-flow.ts';

const client = { clientId: 'crm', name: 'CRM', grantTypes: ['CLIENT_CREDENTIALS'] };

guideStory(
  'first-minutes',
  'somebody new does the nine tasks of Home one after the other, and each is ticked',
  ({ app, hands, host, page }) => {
    const flows = new FlowScreen(page);
    const newest = flows.runs.getByRole('option').first();
    const task = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    /** Follows a task from Home, and finds it ticked there afterwards. */
    const doing = async (title: string, act: () => Promise<void>) => {
      await app.goTo('Home');
      await expect(task(title)).toContainText('Next:');
      await hands.press(title);
      await act();
      await app.goTo('Home');
      await expect(task(title)).toContainText('Done:', { timeout: 120_000 });
    };
    /** Steps as far as the token request. */
    const stepTwice = async () => {
      await hands.press('Step');
      await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
      await hands.press('Step');
      await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
    };
    return {
      'Press **Issue a token**, choose **portal-web** as **Client** and **Unattended** as **Browser**, and press **Run**.':
        () =>
          doing('Issue a token', async () => {
            await expect(page.getByRole('button', { name: /Flow$/ })).not.toHaveText('none');
            await hands.choose('Client', 'portal-web');
            await hands.choose('Browser', 'Unattended');
            await hands.pressInToolbar('Run');
            await expect(newest).toContainText('PASSED');
          }),
      'Press **Step through a flow**, then **Step** (F10) twice and **Continue**.': () =>
        doing('Step through a flow', async () => {
          await stepTwice();
          await hands.press('Continue');
          await expect(newest).toContainText('PASSED');
        }),
      'Press **See a refusal**, then **Step** twice, change the value of **code** to `{{code|flip}}`, and press **Continue**.':
        () =>
          doing('See a refusal', async () => {
            await stepTwice();
            await hands.type('code', '{{code|flip}}', { field: flows.field('code') });
            await hands.press('Continue');
            await expect(newest).toContainText('FAILED');
          }),
      'Press **Attack a server**, tick **AC-01** and press **Run 1 selected**.': () =>
        doing('Attack a server', async () => {
          const attack = page.getByRole('treeitem', { name: /^AC-01 / });
          await hands.press('AC-01', attack, '[data-part=tick]');
          await hands.press('Run 1 selected');
          await expect(attack).toContainText('PASSED', { timeout: 120_000 });
        }),
      'Press **Test a connector**, choose **Test** as **Operation** and press **Run Test**.': () =>
        doing('Test a connector', async () => {
          await hands.choose('Operation', 'Test');
          await hands.press('Run Test');
          await expect(new ConnectorStudioScreen(page).outcome()).toContainText('200');
        }),
      'Press **Simulate throttling** and **Simulate 60 s**.': () =>
        doing('Simulate throttling', async () => {
          const lab = new ThrottleLabScreen(page);
          await hands.pressInToolbar('Simulate 60 s');
          await expect(lab.requests).toBeVisible();
        }),
      'Press **Rehearse an import**, **Try the sample**, **Read the file** and **Use this mapping**, choose **Sandbox** as **Target**, press **Look up and match**, **Continue to Check**, **Continue to Dry run** and **Rehearse**.':
        () =>
          doing('Rehearse an import', async () => {
            await hands.press('Try the sample');
            await hands.press('Read the file');
            await hands.press('Use this mapping');
            await hands.choose('Target', 'Sandbox');
            await hands.press('Look up and match');
            await hands.press('Continue to Check');
            await hands.press('Continue to Dry run');
            await hands.press('Rehearse');
            await expect(page.getByRole('complementary', { name: 'Rehearsal' })).toContainText('Rehearsed', {
              timeout: 120_000,
            });
          }),
      'Press **Hold a recording to the contract** and **Try the sample recording**.': () =>
        doing('Hold a recording to the contract', async () => {
          await hands.press('Try the sample recording');
          await expect(page.getByRole('table', { name: 'Sources' })).toContainText('HAR');
        }),
      'Press **Bring your own**, type where your `clients.json` lies as **Folder, zip or JSON file**, and press **Look** and **Write 1 file**: see [interchange](interchange.md).':
        async () => {
          const file = join(host.folder, 'clients.json');
          writeFileSync(file, JSON.stringify(client));
          await doing('Bring your own', async () => {
            await hands.fill('Folder, zip or JSON file', file);
            await hands.press('Look');
            await hands.press('Write 1 file');
            await expect(app.toast('1 file written')).toBeVisible();
          });
          await expect(page.getByText('9 of 9')).toBeVisible();
        },
    };
  },
);
