import { expect, type Locator, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { words } from './words.ts';

/** The connector studio as a person finds it on the screen. */
export class ConnectorStudioScreen {
  readonly page: Page;
  readonly parts: Locator;
  readonly configuration: Locator;
  readonly preview: Locator;
  readonly console: Locator;
  readonly remote: Locator;
  readonly attributes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.parts = page.getByRole('listbox', { name: words.connectors.tree.title });
    this.configuration = page.getByRole('region', { name: words.connectors.configuration, exact: true });
    this.preview = page.getByRole('region', { name: words.connectors.panes.preview, exact: true });
    this.console = page.getByRole('region', { name: words.connectors.panes.console, exact: true });
    this.remote = page.getByRole('list', { name: words.connectors.preview.remote });
    this.attributes = page.getByRole('list', { name: words.connectors.form.attributes });
  }

  /** Goes to the list of connectors. */
  async openList(): Promise<void> {
    await new AppWindow(this.page).goTo('Connectors');
    await expect(this.page.getByRole('heading', { name: words.connectors.title })).toBeVisible();
  }

  /** Opens a connector of the list. */
  async open(name: string): Promise<void> {
    await this.openList();
    await this.page
      .getByRole('table', { name: words.connectors.title })
      .getByRole('button', { name, exact: true })
      .click();
    await expect(this.parts).toBeVisible();
  }

  /** Chooses a part by what it is called. */
  async part(name: string | RegExp): Promise<void> {
    await this.parts.getByRole('option', { name }).click();
  }

  /** Shows one of the previews. */
  async show(name: 'Read mapping' | 'Write mapping' | 'Pages' | 'Filter' | 'Exceptions'): Promise<void> {
    await this.preview.getByRole('tab', { name }).click();
  }

  /** Shows the document as a form or as text. */
  async view(name: 'Form' | 'JSON'): Promise<void> {
    await this.configuration.getByRole('radio', { name, exact: true }).check({ force: true });
  }

  /** Chooses out of a list by its label. */
  async choose(within: Locator, label: string, option: string): Promise<void> {
    await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Chooses an operation of the console. */
  async operation(name: string): Promise<void> {
    await this.choose(this.console, 'Operation', name);
  }

  /** The line of an attribute in the preview. */
  attribute(name: string): Locator {
    return this.attributes.locator(`[data-attribute="${name}"]`);
  }

  /** The result of the run that is shown. */
  outcome(): Locator {
    return this.console.getByRole('region', { name: words.connectorConsole.runRegion });
  }
}
