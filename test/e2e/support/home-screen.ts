import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** Home, as the stories use it. */
export class HomeScreen {
  readonly #page: Page;
  /** The rows of what a person can go on with. */
  readonly continued: Locator;
  /** The five jobs. */
  readonly start: Locator;
  readonly services: Locator;
  /** The next of the first tasks. */
  readonly tasks: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.continued = page.getByRole('region', { name: words.home.continue });
    this.start = page.getByRole('region', { name: words.home.begin, exact: true });
    this.services = page.getByRole('region', { name: words.home.services });
    this.tasks = page.getByRole('region', { name: words.home.checklist });
  }

  /** The button of a service, which says its state. */
  service(name: string): Locator {
    return this.services.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** Opens what a service tells of itself, unless it is open. */
  async openService(name: string): Promise<Locator> {
    const panel = this.#page.getByRole('dialog', { name });
    if (!(await panel.isVisible())) await this.service(name).click();
    await expect(panel).toBeVisible();
    return panel;
  }

  /** Does an act of a service, and closes what it tells of itself. */
  async act(service: string, act: string): Promise<void> {
    const panel = await this.openService(service);
    await panel.getByRole('button', { name: act, exact: true }).click();
    await this.closeService(service);
  }

  async closeService(name: string): Promise<void> {
    const panel = this.#page.getByRole('dialog', { name });
    await this.#page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }

  /** Expects so many of the nine tasks to be done. */
  async expectDone(count: number): Promise<void> {
    await expect(this.#page.getByText(`${count} of 9 done`, { exact: true })).toHaveCount(1);
  }

  /** Puts the first tasks away. */
  async hideTasks(): Promise<void> {
    await this.tasks.getByRole('button', { name: words.home.menu }).click();
    await this.#page.getByRole('menuitem', { name: words.home.hide }).click();
    await expect(this.tasks).toHaveCount(0);
  }
}
