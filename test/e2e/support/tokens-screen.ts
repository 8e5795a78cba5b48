import { expect, type Locator, type Page } from '@playwright/test';

type Tab =
  | 'Token'
  | 'Verify'
  | 'Decrypt'
  | 'Edit and re-sign'
  | 'Ask a server'
  | 'Write a JWT'
  | 'Build an assertion'
  | 'Tree'
  | 'Signatures'
  | 'Build';

/** The token inspector as a person finds it. */
export class TokenScreen {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Token inspector' });
    this.field = this.dialog.getByRole('textbox', { name: 'Token', exact: true });
  }

  /** Opens the inspector with its key, empty: the key pastes, and other pages of the browser may have copied. */
  async open(): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-write']);
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.keyboard.press('Control+Shift+V');
    await expect(this.field).toBeFocused();
  }

  async inspect(text: string): Promise<void> {
    await this.field.fill(text);
    await this.dialog.getByRole('button', { name: 'Inspect token' }).click();
  }

  async goTo(tab: Tab): Promise<void> {
    await this.dialog.getByRole('tab', { name: tab, exact: true }).click();
    await expect(this.dialog.getByRole('tab', { name: tab, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  }

  /** The line that says what it is and what is proved of it. */
  get summary(): Locator {
    return this.dialog.locator('.tok-summary');
  }

  part(name: string): Locator {
    return this.dialog.getByRole('region', { name, exact: true });
  }

  input(name: string): Locator {
    return this.dialog.getByRole('textbox', { name, exact: true });
  }

  async press(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** Picks an entry of a list of choices. */
  async choose(label: string, entry: string | RegExp): Promise<void> {
    await this.dialog.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  /** The result of a part of the form, as text. */
  async made(title: string): Promise<string> {
    return this.part(title).locator('pre').innerText();
  }
}
