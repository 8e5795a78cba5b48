import { expect, type Locator, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { words } from './words.ts';

export type Step = 'File' | 'Map' | 'Match' | 'Check' | 'Dry run' | 'Load' | 'Report';

/** Faults of a spreadsheet, by the numbers of its rows from 1. */
export interface SheetFaults {
  /** Their users are none of the sandbox. */
  readonly unknown?: readonly number[];
  /** The same as the row before. */
  readonly duplicate?: readonly number[];
  /** Their language is written in words. */
  readonly english?: readonly number[];
}

/** A spreadsheet as an admin has it: a title above the header, and days that can be read two ways. */
export function consentSheet(rows: number, faults: SheetFaults = {}): string {
  const { unknown = [], duplicate = [], english = [] } = faults;
  const lines = ['Consents of 2021;;;;', 'External ID;Name;Agreement;Language;Consented at'];
  const two = (value: number) => String(value).padStart(2, '0');
  for (let row = 1; row <= rows; row += 1) {
    const number = duplicate.includes(row) ? row - 1 : row;
    const key = unknown.includes(row) ? `NOBODY-${row}` : `EXT-${String(number).padStart(5, '0')}`;
    const language = english.includes(row) ? 'english' : 'en';
    const day = `${two((number % 12) + 1)}/${two(((number * 7) % 11) + 1)}/2021`;
    lines.push(`${key};Zoë Archer;Terms of Service;${language};${day}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** The imports of consents as a person finds them on the screen. */
export class ConsentImportScreen {
  readonly page: Page;
  readonly steps: Locator;
  readonly grid: Locator;

  constructor(page: Page) {
    this.page = page;
    this.steps = page.getByRole('list', { name: words.imports.stepsLabel });
    this.grid = page.getByRole('grid', { name: words.imports.match.rowsHead });
  }

  /** Goes to the list of imports. */
  async openList(): Promise<void> {
    await new AppWindow(this.page).goTo('Consents');
  }

  /** Begins an import with a file, and waits until it has arrived. */
  async begin(text: string, fileName = 'consents-2021.csv'): Promise<void> {
    await this.openList();
    await this.page.getByRole('button', { name: words.imports.add }).click();
    await this.take(text, fileName);
  }

  /** Gives a file to the new import that is shown, and waits until it has arrived. */
  async take(text: string, fileName = 'consents-2021.csv'): Promise<void> {
    await this.page
      .getByRole('region', { name: words.imports.columns.file, exact: true })
      .getByLabel(words.imports.file.chooserLabel)
      .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(this.act('Read file')).toBeVisible();
  }

  /** A button of the screen by its name. */
  act(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Shows a step again. */
  async go(step: Step): Promise<void> {
    await this.steps.getByRole('button', { name: new RegExp(`^\\d ?${step}`) }).click();
    await this.expectStep(step);
  }

  async expectStep(step: Step): Promise<void> {
    await expect(this.steps.locator('[aria-current="step"]')).toContainText(step);
  }

  /** Reads the file as it is guessed. */
  async read(): Promise<void> {
    await this.act('Read file').click();
    await this.expectStep('Map');
  }

  /** Says that the day stands before the month and in which zone, and takes what is suggested for the rest. */
  async map(): Promise<void> {
    await this.page.getByRole('radio', { name: /^dd\/MM\/yyyy/ }).check();
    await this.act('Use UTC').click();
    await this.act('Use this mapping').click();
    await this.expectStep('Match');
  }

  /** Looks everything up at a target. */
  async match(target = 'Sandbox'): Promise<void> {
    await this.page
      .getByRole('complementary', { name: words.imports.columns.target })
      .getByRole('button', { name: /Target$/ })
      .click();
    await this.page.getByRole('option', { name: target, exact: true }).click();
    await this.act('Look up and match').click();
    await expect(this.act('Continue to Check')).toBeEnabled({ timeout: 120_000 });
  }

  /** Shows a group of rows. */
  async group(name: RegExp): Promise<void> {
    await this.page
      .getByRole('listbox', { name: words.importLoad.check.groups })
      .getByRole('option', { name })
      .click();
  }

  /** Types another value where the first row is wrong, by keys alone. */
  async correct(value: string): Promise<void> {
    const cell = this.grid.getByRole('textbox');
    // While rows are planned anew none is chosen, and a key does nothing.
    await expect(async () => {
      if (!(await cell.isVisible())) {
        await this.grid.focus();
        await this.page.keyboard.press('Home');
        await this.page.keyboard.press('e');
      }
      await expect(cell).toBeFocused({ timeout: 500 });
    }).toPass({ timeout: 120_000 });
    await this.page.keyboard.type(value);
    await this.page.keyboard.press('Enter');
  }

  /** How many rows the load says of an outcome. */
  count(name: string): Locator {
    return this.page
      .locator('.imp-counts > div')
      .filter({ has: this.page.locator('dt', { hasText: name }) })
      .locator('dd');
  }

  /** Sends the plan to the sandbox. */
  async load(): Promise<void> {
    await this.go('Load');
    await this.act(/^Load [\d,]+$/).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Load [\d,]+$/ })
      .click();
  }
}
