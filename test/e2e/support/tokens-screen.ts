import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

type Tab =
  | 'Token'
  | 'Verify'
  | 'Decrypt'
  | 'Edit and re-sign'
  | 'Query a server'
  | 'Write a JWT'
  | 'Build an assertion'
  | 'Tree'
  | 'Signatures'
  | 'Build';

/** The drawer with values and tokens as a person finds it. */
export class TokenScreen {
  readonly page: Page;
  readonly drawer: Locator;
  readonly field: Locator;

  constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('region', { name: words.values.drawer, exact: true });
    this.field = this.drawer.getByRole('textbox', { name: words.token.label, exact: true });
  }

  /** Opens it with the key for a token, empty: the key pastes, and other pages of the browser may have copied. */
  async open(): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-write']);
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.keyboard.press('Control+Shift+V');
    await expect(this.field).toBeFocused();
  }

  async inspect(text: string): Promise<void> {
    await this.field.fill(text);
    await this.drawer.getByRole('button', { name: words.token.inspect }).click();
  }

  async goTo(tab: Tab): Promise<void> {
    await this.drawer.getByRole('tab', { name: tab, exact: true }).click();
    await expect(this.drawer.getByRole('tab', { name: tab, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  }

  /** The line that says what it is and what is proved of it. */
  get summary(): Locator {
    return this.drawer.locator('.tok-summary');
  }

  part(name: string): Locator {
    return this.drawer.getByRole('region', { name, exact: true });
  }

  input(name: string): Locator {
    return this.drawer.getByRole('textbox', { name, exact: true });
  }

  async press(button: string): Promise<void> {
    await this.drawer.getByRole('button', { name: button, exact: true }).click();
  }

  /** Picks an entry of a list of choices. */
  async choose(label: string, entry: string | RegExp): Promise<void> {
    await this.drawer.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  /** The result of a part of the form, as text. */
  async made(title: string): Promise<string> {
    return this.part(title).locator('pre').innerText();
  }
}
