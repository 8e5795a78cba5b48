import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Area } from '../app-window.ts';
import { inEnglish, type SpokenWords } from '../tutorials/spoken-words.ts';
import { words as english } from '../words.ts';
import type { GuideStep } from './guide-steps.ts';

const roles = ['button', 'link', 'tab', 'radio', 'checkbox', 'option', 'menuitem'] as const;

/** A text as it stands in the name of a control: what is shown with a hard space is written with a plain one. */
function shown(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s');
}

/** The hands of a person who reads a guide: they do what its step says in bold, and nothing else. */
export class Hands {
  readonly #page: Page;
  readonly #say: SpokenWords;
  #place: Page | Locator;
  #step: GuideStep = { text: '', bold: [] };
  #left = new Set<string>();

  constructor(page: Page, say: SpokenWords = inEnglish) {
    this.#page = page;
    this.#place = page;
    this.#say = say;
  }

  /** Does something in a part of the window, such as a dialog whose words stand behind it too. */
  async within(place: Locator, act: () => Promise<void>): Promise<void> {
    this.#place = place;
    await act();
    this.#place = this.#page;
  }

  /** Follows one step, which is over when all its words in bold were used. */
  async follow(step: GuideStep, act: () => Promise<void>): Promise<void> {
    this.#step = step;
    this.#left = new Set(step.bold);
    await act();
    expect([...this.#left], 'words of the step that nobody used').toEqual([]);
  }

  /** Goes to an area by its place in the window. */
  async open(area: Area): Promise<void> {
    this.#use(area);
    await this.find('navigation', english.nav.label)
      .getByRole('link', { name: this.#named(area) })
      .click();
  }

  /** Presses the control of this name; or the one that is given, or a spot of it, in whose name the words stand. */
  async press(words: string, control?: Locator, spot?: string): Promise<void> {
    this.#use(words);
    const found = control ?? this.#called(words);
    await expect(found).toHaveAccessibleName(this.#named(words));
    if (spot !== undefined) await found.locator(spot).click();
    // A choice is seen by its label.
    else if ((await found.getAttribute('type')) === 'radio') await found.locator('xpath=..').click();
    else await found.click();
  }

  /** Sees what is called so. */
  async see(words: string, found: Locator): Promise<void> {
    this.#use(words);
    await expect(found).toBeVisible();
    await expect(found).toHaveAccessibleName(this.#named(words));
  }

  /** Reads what a step says is shown. */
  async read(words: string, place: Locator = this.#page.getByRole('tabpanel').first()): Promise<void> {
    this.#use(words);
    await expect(place).toContainText(this.#named(words), { useInnerText: true });
  }

  /** Finds a part of the screen by its English name, whatever language the screen is in. */
  find(role: Parameters<Page['getByRole']>[0], words: string): Locator {
    return this.#place.getByRole(role, { name: this.#whole(words) });
  }

  /** Presses the act of the toolbar, where the same one stands on the empty screen too. */
  async pressInToolbar(words: string): Promise<void> {
    await this.press(words, this.#called(words, this.#page.locator('.toolbar')));
  }

  /** Chooses out of a list by its label. */
  async choose(label: string, option: string): Promise<void> {
    this.#use(label);
    this.#use(option);
    await this.#place.getByRole('button', { name: new RegExp(`${this.#spoken(label)}$`) }).click();
    await this.#page.getByRole('option', { name: this.#whole(option) }).click();
  }

  /** Types a text of the guide into a field; `real` is what stands for it in this workspace. */
  async type(words: string, text: string, { field, real = text }: TypedMore = {}): Promise<void> {
    this.#use(words);
    expect(this.#step.text).toContain(`\`${text}\``);
    await this.fill(words, real, field);
  }

  /** Fills in what a step names without saying it: what was copied, a number in words, a path of one's own. */
  async fill(words: string, text: string, field?: Locator): Promise<void> {
    this.#use(words);
    const found = field ?? this.#field(words);
    await expect(found).toHaveAccessibleName(this.#named(words));
    await found.fill(text);
  }

  /** Finds the words of a step within a text of the screen, whatever language it is in. */
  pattern(words: string): RegExp {
    return this.#named(words);
  }

  /** Presses what opens the chooser of files, and chooses one. */
  async give(words: string, path: string): Promise<void> {
    const [chooser] = await Promise.all([this.#page.waitForEvent('filechooser'), this.press(words)]);
    await chooser.setFiles(path);
  }

  /** Presses what saves a file. */
  async save(words: string): Promise<SavedFile> {
    const [file] = await Promise.all([this.#page.waitForEvent('download'), this.press(words)]);
    const name = file.suggestedFilename();
    const path = test.info().outputPath(name);
    await file.saveAs(path);
    return { name, path, text: readFileSync(path, 'utf8') };
  }

  /** Closes what floats over the screen. */
  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  #called(words: string, within: Pick<Locator, 'getByRole'> = this.#place): Locator {
    const name = this.#whole(words);
    return roles.map((role) => within.getByRole(role, { name })).reduce((all, each) => all.or(each));
  }

  /** A field for a text, or for a password, which has no role of its own. */
  #field(words: string): Locator {
    const password = this.#place.getByLabel(this.#whole(words)).and(this.#page.locator('[type=password]'));
    const fields = (['textbox', 'searchbox', 'spinbutton'] as const).map((role) => this.find(role, words));
    return fields.reduce((all, each) => all.or(each), password);
  }

  /** The words of the screen, as a part of a pattern. */
  #spoken(words: string): string {
    return `(?:${this.#say(words).map(shown).join('|')})`;
  }

  #named(words: string): RegExp {
    return new RegExp(this.#spoken(words));
  }

  #whole(words: string): RegExp {
    return new RegExp(`^${this.#spoken(words)}$`);
  }

  #use(words: string): void {
    expect(this.#step.bold, 'what the step says in bold').toContain(words);
    this.#left.delete(words);
  }
}

interface TypedMore {
  readonly field?: Locator;
  readonly real?: string;
}

export interface SavedFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}
