import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The activity log as a person finds it. */
export class ActivityScreen {
  readonly page: Page;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly selected: Locator;
  readonly filter: Locator;
  readonly detail: Locator;
  readonly comparison: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: words.activity.grid });
    this.rows = this.grid.locator('[role=row][aria-selected]');
    this.selected = this.grid.getByRole('row', { selected: true });
    this.filter = page.getByRole('combobox', { name: words.activity.filter, exact: true });
    this.comparison = page.getByRole('region', { name: words.diff.titleExchanges });
    this.detail = page.getByRole('region', { name: words.activity.detail, exact: true });
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** A chip of a group, by the beginning of its name. */
  chip(group: 'Source' | 'Result', word: string): Locator {
    return this.page
      .getByRole('group', { name: group })
      .getByRole('button', { name: new RegExp(`^${word} `) });
  }

  /** Expects a number of exchanges to match, of which only those in view are drawn. */
  async expectCount(count: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1));
  }
}

/** Asks a service for a page that it does not have, again and again: each asking is one exchange. */
export async function makeExchanges(origin: string, count: number, path = '/nothing-here'): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await (await fetch(`${origin}${path}?n=${sent}`)).text();
}
