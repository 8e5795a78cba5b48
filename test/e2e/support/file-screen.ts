import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { WebHost } from './web-host.ts';
import { words } from './words.ts';

/** The files of the workspace as a person finds them on the screen, and as they stand on the disk. */
export class FileScreen {
  readonly page: Page;
  readonly list: Locator;
  readonly problems: Locator;
  readonly #host: Pick<WebHost, 'workspaceDir'>;

  constructor(page: Page, host: Pick<WebHost, 'workspaceDir'>) {
    this.page = page;
    this.#host = host;
    this.list = page.getByRole('tree', { name: words.files.list });
    this.problems = page.getByRole('region', { name: words.files.problemList });
  }

  /** Opens a file from the list and puts the caret into its text. */
  async open(file: string): Promise<void> {
    await this.list.getByRole('treeitem', { name: file.split('/').at(-1) ?? file }).click();
    await this.focus(file);
  }

  /** Chooses an entry of the menu that adds files. */
  async add(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: words.files.add }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** The part of the editor that takes what is typed. */
  field(file: string): Locator {
    return this.page.getByRole('textbox', { name: `Text of ${file}` });
  }

  async focus(file: string): Promise<void> {
    await expect(this.lines(file)).not.toHaveCount(0);
    await this.field(file).focus();
  }

  /** The lines that stand on the screen. */
  lines(file: string): Locator {
    return this.page.getByRole('region', { name: file, exact: true }).locator('.view-line');
  }

  /** Puts the caret to the end of a line. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press('Control+Home');
    for (let at = 1; at < line; at += 1) await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('End');
  }

  /** Pastes a text in place of everything that stands there; the page needs leave for the clipboard. */
  async pasteOverAll(text: string): Promise<void> {
    await this.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Control+v');
  }

  onDisk(file: string): string {
    return readFileSync(join(this.#host.workspaceDir, file), 'utf8');
  }

  /** Writes a file as another program would. */
  writeOutside(file: string, text: string): void {
    writeFileSync(join(this.#host.workspaceDir, file), text);
  }
}
