import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';

const runMillis = 60_000;

guideStory(
  'mcp-authorization',
  'a tester sees what a gateway does that forwards the token of its client',
  ({ hands, page }) => {
    const rows = page.getByRole('tree', { name: 'Cases by group' }).locator('[aria-level="2"]');
    const attack = rows.filter({ hasText: 'AG-03' });
    const detail = page.getByRole('region', { name: 'Case', exact: true });
    const weaknesses = page.locator('.toolbar').getByRole('button', { name: /^Weaknesses/ });
    return {
      'Open **Flows** and choose **Attack**.': async () => {
        await hands.open('Flows');
        await hands.press('Attack');
      },
      'Choose **training** as **Profile**, open **Weaknesses** and tick **Token of the client forwarded by the gateway**.':
        async () => {
          await hands.choose('Profile', 'training');
          await hands.press('Weaknesses', weaknesses);
          await hands.press('Token of the client forwarded by the gateway');
          await hands.close();
          await expect(weaknesses).toContainText('1 weakness');
        },
      'Below *R MCP servers and their gateways*, tick **AG-03** and press **Run 1 selected**: with this weakness the attack works, and the case is FAILED.':
        async () => {
          await hands.press('AG-03', attack, '[data-part=tick]');
          await hands.press('Run 1 selected');
          await expect(attack).toContainText('FAILED', { timeout: runMillis });
        },
      'Choose **AG-03**: what an attacker gains, the fix, and side by side what was expected and received.':
        async () => {
          await hands.press('AG-03', attack);
          await expect(detail.getByText('What an attacker gains')).toBeVisible();
          await expect(detail.getByText('Fix', { exact: true })).toBeVisible();
          await expect(detail.getByRole('row').filter({ hasText: 'not met' }).first()).toBeVisible();
        },
      'Press **Compare control and mutant** to see the request that the gateway received.': async () => {
        await hands.press('Compare control and mutant');
        const compared = page.getByRole('region', { name: 'Comparison of two exchanges' });
        await expect(compared.locator('.compare-bar')).toContainText(/A.*Control.*B.*Mutant/);
      },
    };
  },
);
