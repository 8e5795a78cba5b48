import type { Page } from '@playwright/test';
import type { AppWindow } from '../app-window.ts';
import { expect, test } from '../web.ts';
import type { WebHost } from '../web-host.ts';
import { guideSteps } from './guide-steps.ts';
import { Hands } from './hands.ts';

export interface GuideTools {
  readonly app: AppWindow;
  readonly hands: Hands;
  readonly host: WebHost;
  readonly page: Page;
}

/** The acts and expectations of each step, under the text of the guide. */
export type GuideStory = Readonly<Record<string, () => Promise<void>>>;

/** Tests that whoever does on the screen what a guide says, step by step, sees what it says. */
export function guideStory(
  guide: string,
  title: string,
  tell: (tools: GuideTools) => GuideStory,
  heading?: string,
): void {
  test.use({ viewport: { width: 1440, height: 900 } });

  test(title, async ({ app, host, page, problems }) => {
    test.slow();
    page.setDefaultTimeout(60_000);
    const hands = new Hands(page);
    const story = tell({ app, hands, host, page });
    const steps = guideSteps(guide, heading);
    expect(Object.keys(story), 'the steps of the story, and those of the guide').toEqual(
      steps.map(({ text }) => text),
    );
    for (const step of steps)
      await test.step(step.text, () => hands.follow(step, async () => story[step.text]?.()));
    expect(problems).toEqual([]);
  });
}
