import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

const catalogue = new URL('../../../resources/attacks/', import.meta.url);

/** How many the catalogue has. */
export const cases = readdirSync(catalogue)
  .map((name) => JSON.parse(readFileSync(new URL(name, catalogue), 'utf8')) as { cases: readonly unknown[] })
  .reduce((count, file) => count + file.cases.length, 0);

/** Longest that cases may run before something must hang: most of them wait for nothing but the machine. */
export const runMillis = 300_000;

/** The attack mode as a person finds it. */
export class AttackScreen {
  readonly page: Page;
  readonly tree: Locator;
  readonly detail: Locator;
  /** The cases that need a decision. */
  readonly first: Locator;
  readonly runAll: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole('tree', { name: words.attacks.tree });
    this.detail = page.getByRole('region', { name: words.attacks.detail, exact: true });
    this.first = page.getByRole('listbox', { name: words.attacks.lookFirst });
    this.runAll = page.locator('.toolbar').getByRole('button', { name: words.attacks.runAll });
  }

  async open(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Attack', exact: true }).check({ force: true });
    await expect(this.case('AC-01')).toBeVisible();
  }

  case(id: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${id} `) });
  }

  /** The count of a verdict, which shows its cases alone. */
  verdict(word: string): Locator {
    return this.page.getByRole('group', { name: words.attacks.verdict }).getByRole('button', { name: word });
  }

  /** Rows of cases that came to a verdict. */
  found(verdict: RegExp): Locator {
    return this.tree.locator('[aria-level="2"]').filter({ hasText: verdict });
  }

  async choose(field: string, entry: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`${field}$`) }).click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  async tick(id: string): Promise<void> {
    await this.case(id).locator('[data-part=tick]').click();
  }

  async runChosen(count: number): Promise<void> {
    await this.page.getByRole('button', { name: `Run ${count} selected`, exact: true }).click();
  }

  /** Runs one case alone, and opens it. */
  async runCase(id: string): Promise<void> {
    await this.open();
    await this.tick(id);
    await this.runChosen(1);
    await expect(this.case(id)).toContainText(/PASSED|FAILED/, { timeout: runMillis });
    await this.case(id).click();
  }
}
