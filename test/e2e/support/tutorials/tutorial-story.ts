import type { Page } from '@playwright/test';
import { Hands } from '../guides/hands.ts';
import { expect, test } from '../web.ts';
import type { WebHost } from '../web-host.ts';
import { Desk } from './desk.ts';
import { inEnglish, inGerman } from './spoken-words.ts';
import { type TutorialPage, tutorialPage } from './tutorial-page.ts';

export interface TutorialTools {
  readonly hands: Hands;
  readonly desk: Desk;
  readonly host: WebHost;
  readonly page: Page;
  readonly tutorial: TutorialPage;
}

/** The acts of each step, in the order of the steps. */
export type TutorialSteps = readonly (() => Promise<void>)[];

/** Tests that whoever does what a tutorial says ends up with what it promises: in English, and with the same steps in German. */
export function tutorialStory(
  name: string,
  title: string,
  tell: (tools: TutorialTools) => TutorialSteps,
): void {
  for (const language of ['English', 'German'] as const)
    test.describe(`in ${language}`, () => {
      test.use({ viewport: { width: 1440, height: 900 }, locale: language === 'German' ? 'de-DE' : 'en-GB' });

      test(title, async ({ host, page, problems }) => {
        page.setDefaultTimeout(60_000);
        const hands = new Hands(page, language === 'German' ? await inGerman() : inEnglish);
        const tutorial = tutorialPage(name);
        const desk = new Desk(host);
        const acts = tell({ hands, desk, host, page, tutorial });
        expect(acts.length, 'the steps of the story, and those of the tutorial').toBe(tutorial.steps.length);
        try {
          await page.goto(host.ui);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          for (const [at, step] of tutorial.steps.entries())
            await test.step(step.text, () => hands.follow(step, async () => acts[at]?.()));
          expect(problems).toEqual([]);
        } finally {
          await desk.leave();
        }
      });
    });
}
