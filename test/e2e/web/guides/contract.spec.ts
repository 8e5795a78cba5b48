import { ContractScreen } from '../../support/contract-screen.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'contract',
  'a caller of the platform finds what of a recording breaks, fixes one call, and leaves another',
  ({ app, hands, page }) => {
    const screen = new ContractScreen(page);
    const parts = page.getByRole('tablist', { name: 'Contract views' });
    const found = (rule: string) => screen.findings.getByRole('row').filter({ hasText: rule });
    return {
      'Open **Contract**, choose **Sources** and press **Try the sample recording**.': async () => {
        await hands.open('Contract');
        await hands.press('Sources', parts.getByRole('tab', { name: /^Sources/ }));
        await hands.press('Try the sample recording');
        await expect(screen.source('sample.har')).toContainText('HAR');
        await expect(screen.source('sample.har')).not.toContainText('reading');
      },
      'Choose **Findings**: each is listed below its file, with its severity and its rule.': async () => {
        await hands.press('Findings', parts.getByRole('tab', { name: /^Findings/ }));
        await expect(found('sample.har,')).toHaveCount(1);
        await expect(found('CC-022')).toContainText('Warning');
      },
      'Choose **CC-022**: what is wrong, since when, what to do, and a preview of the quick fix.':
        async () => {
          await hands.press('CC-022', found('CC-022'));
          await expect(screen.finding).toContainText('Applies from');
          await expect(screen.finding.locator('.before mark')).toHaveText('deviceAuthenticationPolicy');
          await expect(screen.finding.locator('.after mark')).toHaveText('deviceAuthenticationPolicies');
        },
      'Press **Fix**: the finding is gone; Ctrl+Z restores it.': async () => {
        await hands.press('Fix');
        await expect(app.toast('1 finding fixed').getByRole('button', { name: 'Undo' })).toBeVisible();
        await expect(found('CC-022')).toHaveCount(0);
      },
      'Choose **CC-015**, press **Ignore…**, type `Retired in March.` as **Reason** and press **Ignore CC-015**.':
        async () => {
          await hands.press('CC-015', found('CC-015'));
          await hands.press('Ignore…');
          await hands.type('Reason', 'Retired in March.');
          await hands.press('Ignore CC-015');
          await expect(found('CC-015')).toHaveCount(0);
        },
      'Press **Export findings** and choose **SARIF** to share the remaining findings.': async () => {
        await hands.press('Export findings');
        const { results } = JSON.parse((await hands.save('SARIF')).text).runs[0];
        expect(results.length).toBeGreaterThan(1);
        const rules = results.map(({ ruleId }: { ruleId: string }) => ruleId);
        expect(rules).not.toContain('CC-022');
        const left = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'CC-015');
        expect(left.suppressions).toMatchObject([{ justification: 'Retired in March.' }]);
      },
      'Choose **Sources** again and press **Save sample.har with fixes**.': async () => {
        await hands.press('Sources', parts.getByRole('tab', { name: /^Sources/ }));
        const { text } = await hands.save('Save sample.har with fixes');
        const sent: readonly string[] = JSON.parse(text).log.entries.map(
          ({ request }: { request: { method: string; url: string } }) => `${request.method} ${request.url}`,
        );
        const ours = sent.filter((request) => !request.includes('app.example.com'));
        expect(ours.filter((request) => request.endsWith('deviceAuthenticationPolicy'))).toEqual([]);
        expect(ours.filter((request) => request.endsWith('deviceAuthenticationPolicies'))).toHaveLength(2);
      },
    };
  },
);
