import type { Page } from '@playwright/test';
import type { AppWindow } from '../app-window.ts';
import type { WebHost } from '../web-host.ts';

/** Everything that a tour needs to get anywhere. */
export interface Stage {
  readonly page: Page;
  readonly app: AppWindow;
  readonly host: WebHost;
}

/** A place of the window, and the way there from the stop before it. */
export interface Stop {
  readonly name: string;
  readonly go: (stage: Stage) => Promise<void>;
  /** How it is left, where the next stop could not be reached else. */
  readonly leave?: (stage: Stage) => Promise<void>;
}

/** Closes what floats. */
export async function escape({ page }: Stage): Promise<void> {
  await page.keyboard.press('Escape');
}

/** Goes from stop to stop and looks around at each; one page load serves all of them. */
export async function walk(
  stage: Stage,
  stops: readonly Stop[],
  look: (stop: string) => Promise<void>,
): Promise<void> {
  for (const { name, go, leave } of stops) {
    await go(stage);
    await look(name);
    await leave?.(stage);
  }
}
