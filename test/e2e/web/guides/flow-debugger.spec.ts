import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';
import { FlowScreen } from '../../support/web-flow.ts';

guideStory(
  'flow-debugger',
  'a tester runs a flow, reads its trace, steps through it, and sends a code with one character changed',
  ({ hands, page }) => {
    const flows = new FlowScreen(page);
    const newest = flows.runs.getByRole('option').first();
    return {
      'Open **Flows**, and choose **portal-web** as **Client**, **bob** as **User** and **Unattended** as **Browser**.':
        async () => {
          await hands.open('Flows');
          await expect(page.getByRole('button', { name: /Flow$/ })).not.toHaveText('none');
          await hands.choose('Client', 'portal-web');
          await hands.choose('User', 'bob');
          await hands.choose('Browser', 'Unattended');
        },
      'Press **Run**: the run ends PASSED, and each of its requests is an arrow of the sequence.':
        async () => {
          await hands.pressInToolbar('Run');
          await expect(newest).toContainText('PASSED');
          await expect(flows.steps.filter({ hasText: /^\d(?:GET|POST) / })).toHaveCount(8);
        },
      'Choose the first **POST /as/token.oauth2**: beside request and response is each rule that the server checked, with its clause.':
        async () => {
          await hands.press('POST /as/token.oauth2', flows.tokenStep);
          await expect(flows.request).toContainText('authorization_code');
          await expect(flows.response).toContainText('"token_type": "Bearer"');
          await expect(flows.trace.getByText('code_verifier matches the challenge')).toBeVisible();
          await expect(flows.trace.getByText('RFC 7636 §4.6')).toBeVisible();
        },
      'Press **Explain** to read what each part is for, and again to return to the trace.': async () => {
        const explained = page.getByRole('region', { name: 'Explain', exact: true });
        await hands.press('Explain');
        await expect(explained).toContainText('code_verifier');
        await hands.press('Explain');
        await expect(explained).toBeHidden();
        await expect(flows.trace).toBeVisible();
      },
      'Press **Step** twice: a new run is paused before its token request, which can be edited.':
        async () => {
          await hands.press('Step');
          await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
          await hands.press('Step');
          await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
          await expect(flows.field('code')).toHaveValue('{{code}}');
        },
      'Change the value of **code** to `{{code|flip}}`: this changes its last character.': async () => {
        await hands.type('code', '{{code|flip}}', { field: flows.field('code') });
        await expect(flows.row('code')).toContainText('edited');
      },
      'Press **Continue**: the server rejects the request with `invalid_grant`, and the trace names the failed check.':
        async () => {
          await hands.press('Continue');
          await expect(newest).toContainText('FAILED');
          await expect(flows.response).toContainText('"error": "invalid_grant"');
          await expect(flows.trace.getByRole('listitem').filter({ hasText: 'Failed: ' })).toHaveCount(1);
        },
    };
  },
);
