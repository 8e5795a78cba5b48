import { cases } from '../../support/attacks-screen.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';
import { FlowScreen } from '../../support/web-flow.ts';

const runMillis = 300_000;

guideStory(
  'attack-catalogue',
  'a tester runs the whole catalogue, watches one attack succeed, and takes it apart',
  ({ hands, page }) => {
    const flows = new FlowScreen(page);
    const rows = page.getByRole('tree', { name: 'Cases by group' }).locator('[aria-level="2"]');
    const first = rows.filter({ hasText: 'AC-01' });
    const detail = page.getByRole('region', { name: 'Case', exact: true });
    const toolbar = page.locator('.toolbar');
    return {
      'Open **Flows** and choose **Attack**.': async () => {
        await hands.open('Flows');
        await hands.press('Attack');
        await expect(page.getByText('Your workspace is not changed')).toBeVisible();
      },
      'Choose **strict** as **Profile** and press **Run all**: each case gets a verdict, none is FAILED, and cases that need a decision are listed first.':
        async () => {
          await hands.choose('Profile', 'strict');
          await hands.pressInToolbar('Run all');
          await expect(page.getByText(`of ${cases} cases flagged.`)).toBeVisible({ timeout: runMillis });
          await expect(page.getByText('Done.', { exact: true })).toBeVisible();
          const verdicts = page.getByRole('group', { name: 'Verdict' }).getByRole('button');
          await expect(verdicts.filter({ hasText: 'PASSED' })).toBeVisible();
          await expect(verdicts.filter({ hasText: 'FAILED' })).toHaveCount(0);
          await expect(page.getByRole('listbox', { name: 'Review first' })).toBeVisible();
        },
      'Choose **training** as **Profile**, open **Weaknesses** and tick **Code can be reused**.':
        async () => {
          await hands.choose('Profile', 'training');
          await hands.press('Weaknesses', toolbar.getByRole('button', { name: /^Weaknesses/ }));
          await hands.press('Code can be reused');
          await hands.close();
          await expect(toolbar.getByRole('button', { name: /^Weaknesses/ })).toContainText('1 weakness');
        },
      'Open **D Authorization code**, tick **AC-01** and press **Run 1 selected**: with this weakness the attack works, and the case is FAILED.':
        async () => {
          await hands.press('D Authorization code', page.getByRole('treeitem', { name: /^D / }));
          await hands.press('AC-01', first, '[data-part=tick]');
          await hands.press('Run 1 selected');
          await expect(first).toContainText('FAILED', { timeout: runMillis });
        },
      'Choose **AC-01**: what an attacker gains, the fix, and side by side what was expected and received.':
        async () => {
          await hands.press('AC-01', first);
          await expect(detail.getByText('What an attacker gains')).toBeVisible();
          await expect(detail.getByText('Fix', { exact: true })).toBeVisible();
          const broken = detail.getByRole('row').filter({ hasText: 'not met' }).first();
          await expect(broken.getByRole('cell').nth(2)).toContainText('invalid_grant');
          await expect(broken.getByRole('cell').nth(3)).toContainText('200');
        },
      'Press **Compare control and mutant** to see how the attack differs from the correct flow.':
        async () => {
          await hands.press('Compare control and mutant');
          const compared = page.getByRole('region', { name: 'Comparison of two exchanges' });
          await expect(compared.locator('.compare-bar')).toContainText(/A.*Control.*B.*Mutant/);
          await hands.close();
        },
      'Press **Report** and choose **HTML** to save the results.': async () => {
        await hands.press('Report');
        const { name, text } = await hands.save('HTML');
        expect(name).toMatch(/\.html$/);
        expect(text).toContain('AC-01');
      },
      'Press **Open as a run**: the case is an ordinary run, paused before its first request, for you to step through and change.':
        async () => {
          await hands.press('Open as a run');
          await expect(flows.runs.getByRole('option').first()).toContainText('PAUSED');
          await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
        },
    };
  },
);
