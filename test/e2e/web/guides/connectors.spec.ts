import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectorStudioScreen } from '../../support/connectors-screen.ts';
import { guideBlock } from '../../support/guides/guide-steps.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'connectors',
  'an integrator describes a directory from one answer of it, and proves the description against it',
  ({ app, hands, host, page }) => {
    const studio = new ConnectorStudioScreen(page);
    const wizard = page.getByRole('dialog', { name: 'New connector' });
    const api = `${host.services['sampleUpstreams']}/hr/v1`;
    const onDisk = () =>
      readFileSync(join(host.workspaceDir, 'connectors/provisioner.openicf-people.json'), 'utf8');
    return {
      'Open **Connectors** and press **New connector…**.': async () => {
        await hands.open('Connectors');
        await hands.press('New connector…');
      },
      'Type `people` as **System name**, and paste the address of the API, `http://127.0.0.1:9035/hr/v1`, as **serviceUri**: the path of the list, `/users`, is shown below it.':
        async () => {
          await hands.type('System name', 'people');
          await hands.type('serviceUri', 'http://127.0.0.1:9035/hr/v1', { real: api });
          await expect(wizard.getByLabel('serviceUri')).toHaveValue(api);
          await expect(wizard.getByLabel('List path')).toHaveValue('/users');
        },
      'Choose **TOKEN: a fixed token** as **Authentication**, and paste the response as **Sample response**: Gatehouse recognises the identifier, three attributes and the pagination.':
        async () => {
          await hands.choose('Authentication', 'TOKEN: a fixed token');
          await hands.fill('Sample response', guideBlock('connectors', 'json'));
          await expect(wizard).toContainText('3 attributes detected in 2 records');
          await expect(wizard).toContainText('idPathid');
          await expect(wizard.getByLabel('Cookie path in response')).toHaveValue('page.next');
        },
      'Press **Create connector**.': async () => {
        await hands.press('Create connector');
        await expect(app.tabs().filter({ hasText: 'people' })).toBeVisible();
      },
      'Choose the part **Authentication**, press **Set…**, type `hr-sample-token` as **Value** and press **Store secret**.':
        async () => {
          await hands.press('Authentication', studio.parts.getByRole('option', { name: 'Authentication' }));
          await hands.press('Set…', studio.configuration.getByRole('button', { name: 'Set… authToken' }));
          await hands.type('Value', 'hr-sample-token', {
            field: page.getByRole('dialog').getByLabel('Value', { exact: true }),
          });
          await hands.press('Store secret');
          await expect(studio.configuration).toContainText('stored secret people-authToken');
        },
      'Choose **Test** as **Operation** and press **Run Test**: the remote system accepts the credentials.':
        async () => {
          await hands.choose('Operation', 'Test');
          await hands.press('Run Test');
          await expect(studio.outcome()).toContainText('200');
        },
      'Press **Fetch a list**, and then **Add employment.title as an attribute**: the value of the new attribute is shown beside the record.':
        async () => {
          await hands.press('Fetch a list');
          await hands.press('Add employment.title as an attribute');
          await expect(studio.remote).toContainText('Engineer');
          await expect(studio.attribute('title')).toContainText('Engineer');
        },
      'Choose **Pages** and press **Fetch the pages**: 57 records on six pages, and why the last one is the last.':
        async () => {
          await hands.press('Pages', studio.preview.getByRole('tab', { name: 'Pages' }));
          await hands.press('Fetch the pages');
          await expect(studio.preview).toContainText('The response names no next page.');
          await expect(studio.preview).toContainText('57 records on 6 pages.');
        },
      'Press **Save**: from now on the management interface has the system.': async () => {
        await hands.press('Save');
        await expect(app.said(/provisioner\.openicf-people\.json saved/)).toBeVisible();
        expect(onDisk()).toContain('"employment.title"');
        expect(onDisk()).not.toContain('hr-sample-token');
        const headers = { 'X-Gatehouse-Username': 'admin', 'X-Gatehouse-Password': 'admin-password' };
        const accounts = `${host.services['connectorHost']}/openidm/system/people/__ACCOUNT__`;
        const answer = await fetch(`${accounts}?_queryFilter=true&_pageSize=1`, { headers });
        expect(await answer.json()).toMatchObject({ result: [{ login: 'ada.archer', title: 'Engineer' }] });
      },
    };
  },
);
