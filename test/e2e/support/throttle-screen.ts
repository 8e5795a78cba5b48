import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** Throttle as a person finds it on the screen. */
export class ThrottleLabScreen {
  readonly page: Page;
  readonly policy: Locator;
  readonly traffic: Locator;
  readonly results: Locator;
  readonly why: Locator;
  readonly requests: Locator;
  readonly level: Locator;
  readonly cursor: Locator;
  readonly findings: Locator;

  constructor(page: Page) {
    this.page = page;
    this.policy = page.getByRole('region', { name: words.throttle.paneNames.policy, exact: true });
    this.traffic = page.getByRole('region', { name: words.throttle.paneNames.traffic, exact: true });
    this.results = page.getByRole('region', { name: words.throttle.results.title, exact: true });
    this.why = page.getByRole('region', { name: words.throttle.paneNames.why, exact: true }).first();
    this.requests = page.getByRole('region', { name: /^Requests per/ });
    this.level = page.getByRole('region', { name: /^Tokens left/ });
    this.findings = page.getByRole('region', { name: words.throttle.policy.findings, exact: true });
    this.cursor = page.getByRole('slider', { name: words.throttle.results.cursor });
  }

  /** Goes to the lab and waits for its policy. */
  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: words.nav.label })
      .getByRole('link', { name: words.throttle.title })
      .click();
    await expect(this.policy.getByRole('combobox', { name: words.throttle.policy.group })).toBeVisible();
  }

  /** Adds a route and its traffic from a preset. */
  async addPreset(title: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: words.throttle.newRoute }).click();
    const dialog = this.page.getByRole('dialog', { name: words.throttle.newRouteTitle });
    await this.choose(dialog, 'Start from', title);
    await dialog.getByLabel(words.throttle.newRouteName).fill(name);
    await dialog.getByRole('button', { name: words.throttle.newRouteAct }).click();
    await expect(dialog).toBeHidden();
    await expect(this.page.getByRole('button', { name: new RegExp(`Open \\d+-${name}.json`) })).toBeVisible();
  }

  /** Chooses out of a list by its label. */
  async choose(within: Locator, label: string, option: string | RegExp): Promise<void> {
    await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  /** Simulates by the key, and waits for the numbers. */
  async simulate(): Promise<void> {
    await this.page.keyboard.press('Control+Enter');
    await expect(this.requests).toBeVisible();
    await expect(this.results).toHaveAttribute('aria-busy', 'false');
  }

  /** A number above the charts. */
  readout(name: string): Locator {
    return this.results.locator('.readout', { hasText: name }).locator('dd:not(.readout-change)');
  }

  /** By how much the last edit changed a number. */
  change(name: string): Locator {
    return this.results.locator('.readout', { hasText: name }).locator('.readout-change');
  }

  /** The plot of a chart, without its axes. */
  plot(chart: Locator): Locator {
    return chart.locator('.chart-over');
  }

  /** The distance of the cursor from the left edge of the window in a chart, in whole pixels. */
  async cursorX(chart: Locator): Promise<number> {
    const box = await chart.locator('.chart-cursor').boundingBox();
    return Math.round(box?.x ?? Number.NaN);
  }

  /** Shows one of the lower parts. */
  async show(lower: string): Promise<void> {
    await this.results.getByRole('radio', { name: lower, exact: true }).check({ force: true });
  }

  /** Shows the policy as a form, as the text of its route, or as its script. */
  async view(name: 'Form' | 'Route JSON' | 'Script'): Promise<void> {
    await this.policy.getByRole('radio', { name, exact: true }).check({ force: true });
  }

  /** The verdicts of what is expected of the policy, in order. */
  expectations(): Locator {
    return this.page
      .getByRole('region', { name: words.throttle.expected.title })
      .first()
      .getByRole('listitem');
  }

  /** Goes to an instant of the charts by keys alone. */
  async stepCursor(key: string, times: number): Promise<void> {
    await this.cursor.focus();
    for (let step = 0; step < times; step += 1) await this.page.keyboard.press(key);
  }
}
