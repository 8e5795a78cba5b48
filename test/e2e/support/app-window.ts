import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

export type Area =
  | 'Home'
  | 'Identity'
  | 'Flows'
  | 'Connectors'
  | 'Throttle'
  | 'Consents'
  | 'Contract'
  | 'Activity'
  | 'Problems'
  | 'Files';

/** The window around every screen, as a person finds it. */
export class AppWindow {
  readonly page: Page;
  readonly areas: Locator;
  readonly status: Locator;
  readonly palette: Locator;

  constructor(page: Page) {
    this.page = page;
    this.areas = page.getByRole('navigation', { name: words.nav.label });
    this.status = page.getByRole('contentinfo', { name: words.status.label });
    this.palette = page.getByRole('dialog', { name: words.palette.title });
  }

  /** Follows a start link and waits until the engine has told how things stand. */
  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.expectLive();
  }

  async expectLive(): Promise<void> {
    await expect(this.status.getByRole('button', { name: /^Clock/ })).toBeVisible();
  }

  async goTo(area: Area): Promise<void> {
    await this.areas.getByRole('link', { name: area }).click();
  }

  /** The open tabs of a pane. */
  tabs(pane: 1 | 2 = 1): Locator {
    const name = pane === 1 ? 'Open tabs' : 'Open tabs in the second pane';
    return this.page.getByRole('tablist', { name, exact: true }).getByRole('tab');
  }

  /** Keeps the tab of an area that was only visited, so that the next visit opens another one. */
  async keep(area: Area): Promise<void> {
    await this.goTo(area);
    await this.tabs().filter({ hasText: area }).dblclick();
  }

  /** The content of the tab that is shown, by the name of the tab. */
  screen(tab: string): Locator {
    return this.page.getByRole('tabpanel', { name: tab, exact: true });
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text });
  }

  /** A sentence for those who do not see the screen change. */
  said(text: string | RegExp): Locator {
    return this.page.locator('[aria-live=polite] > p').filter({ hasText: text });
  }

  /** Opens the palette with its key, types, and waits until the wanted line is the chosen one. */
  async find(typed: string, line: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.palette.getByRole('combobox')).toBeFocused();
    await this.page.keyboard.type(typed);
    await expect(this.palette.getByRole('option', { selected: true })).toContainText(line);
  }

  /** Runs a command by its title, with the keyboard alone. */
  async command(title: string): Promise<void> {
    await this.find(`>${title}`, title);
    await this.page.keyboard.press('Enter');
    await expect(this.palette).toBeHidden();
  }

  /** Goes to a section of the settings. */
  async settings(section: string): Promise<Locator> {
    await this.find(`:${section}`, section);
    await this.page.keyboard.press('Enter');
    const body = this.page.getByRole('region', { name: section, exact: true });
    await expect(body).toBeVisible();
    return body;
  }

  /** Opens a panel of the status bar by what its button says. */
  async panel(button: RegExp): Promise<Locator> {
    await this.status.getByRole('button', { name: button }).click();
    return this.page.getByRole('dialog');
  }
}
