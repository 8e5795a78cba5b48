import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectorStudioScreen } from '../../support/connectors-screen.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { HomeScreen } from '../../support/home-screen.ts';
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
    const home = new HomeScreen(page);
    let done = 0;
    /** Follows the task that is next from Home, and finds it done there afterwards. */
    const doing = async (title: string, button: string, act: () => Promise<void>) => {
      await app.goTo('Home');
      await expect(home.tasks).toContainText(`Next: ${title}`);
      await hands.press(button, home.tasks.getByRole('button', { name: button, exact: true }));
      await act();
      await app.goTo('Home');
      done += 1;
      await home.expectDone(done);
    };
    /** Steps as far as the token request. */
    const stepTwice = async () => {
      await hands.press('Step');
      await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
      await hands.press('Step');
      await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
    };
    return {
      'Press **Run first flow** (Ctrl+Enter): `ann` signs in to `portal-web`, and the run ends with its tokens.':
        async () => {
          await home.expectDone(done);
          await hands.press('Run first flow');
          await expect(newest).toContainText('PASSED');
          await app.goTo('Home');
          done += 1;
          await home.expectDone(done);
        },
      'Press **Step**, once more in Flows (F10), and **Continue**.': () =>
        doing('step through a flow', 'Step', async () => {
          await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
          await hands.press('Step');
          await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
          await hands.press('Continue');
          await expect(newest).toContainText('PASSED');
        }),
      'Press **Open Flows**, then **Step** twice, change the value of **code** to `{{code|flip}}`, and press **Continue**.':
        () =>
          doing('see a rejection', 'Open Flows', async () => {
            await stepTwice();
            await hands.type('code', '{{code|flip}}', { field: flows.field('code') });
            await hands.press('Continue');
            await expect(newest).toContainText('FAILED');
          }),
      'Press **Open catalogue**, tick **AC-01** and press **Run 1 selected**.': () =>
        doing('attack a server', 'Open catalogue', async () => {
          const attack = page.getByRole('treeitem', { name: /^AC-01 / });
          await hands.press('AC-01', attack, '[data-part=tick]');
          await hands.press('Run 1 selected');
          await expect(attack).toContainText('PASSED', { timeout: 120_000 });
        }),
      'Press **Open connector**, choose **Test** as **Operation** and press **Run Test**.': () =>
        doing('test a connector', 'Open connector', async () => {
          await hands.choose('Operation', 'Test');
          await hands.press('Run Test');
          await expect(new ConnectorStudioScreen(page).outcome()).toContainText('200');
        }),
      'Press **Simulate**: the charts show 60 seconds of traffic.': () =>
        doing('simulate throttling', 'Simulate', async () => {
          const lab = new ThrottleLabScreen(page);
          await expect(lab.requests).toBeVisible();
        }),
      'Press **Start an import**, **Try the sample**, **Read file** and **Use this mapping**, choose **Sandbox** as **Target**, press **Look up and match**, **Continue to Check**, **Continue to Dry run** and **Rehearse**.':
        () =>
          doing('rehearse an import', 'Start an import', async () => {
            await hands.press('Try the sample');
            await hands.press('Read file');
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
      'Press **Open Contract** and **Try the sample recording**.': () =>
        doing('check a recording against the contract', 'Open Contract', async () => {
          await hands.press('Try the sample recording');
          await expect(page.getByRole('table', { name: 'Sources' })).toContainText('HAR');
        }),
      'Press **Choose files**, type the path of your `clients.json` as **Folder, zip or JSON file**, and press **Preview** and **Save 1 file**: see [interchange](interchange.md).':
        async () => {
          const file = join(host.folder, 'clients.json');
          writeFileSync(file, JSON.stringify(client));
          await doing('import your own', 'Choose files', async () => {
            await hands.fill('Folder, zip or JSON file', file);
            await hands.press('Preview');
            await hands.press('Save 1 file');
            await expect(app.toast('1 file saved')).toBeVisible();
          });
          await expect(home.tasks).toContainText('All nine steps are done.');
        },
    };
  },
);
