import { expect, type Locator, type Page } from '@playwright/test';
import type { AppWindow } from './app-window.ts';
import { words } from './words.ts';

export type IdentityTab = 'Clients' | 'Users' | 'Active tokens' | 'Scopes' | 'Trust' | 'Server policy';

/** The identity screen as a person finds it. */
export class IdentityScreen {
  readonly page: Page;
  readonly #app: AppWindow;
  readonly tree: Locator;

  constructor(app: AppWindow) {
    this.#app = app;
    this.page = app.page;
    this.tree = app.page.getByRole('treegrid', { name: words.liveTokens.tree });
  }

  async open(tab: IdentityTab = 'Clients'): Promise<void> {
    await this.#app.goTo('Identity');
    await this.tab(tab);
  }

  async tab(name: IdentityTab): Promise<void> {
    const tab = this.page.getByRole('tablist', { name: words.identity.title }).getByRole('tab', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }

  line(list: string, name: string | RegExp): Locator {
    return this.page.getByRole('listbox', { name: list }).getByRole('option', { name });
  }

  /** The form of one thing, by its title. */
  form(title: string): Locator {
    return this.page.locator('section.editor').and(this.page.getByLabel(title, { exact: true }));
  }

  async choose(list: string, name: string): Promise<Locator> {
    await this.line(list, new RegExp(`^${name}`)).click();
    const form = this.form(name);
    await expect(form).toBeVisible();
    return form;
  }

  async save(form: Locator, name: string): Promise<void> {
    await form.getByRole('button', { name: words.identity.save }).click();
    await expect(this.#app.toast(`${name} saved`)).toBeVisible();
  }

  row(name: string | RegExp): Locator {
    return this.tree.getByRole('row', { name });
  }
}

/** Asks a token endpoint by hand, with HTTP Basic where a client and its secret are given. */
export async function askToken(
  server: string | undefined,
  body: Readonly<Record<string, string>>,
  client?: readonly [id: string, secret: string],
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(`${server}/as/token.oauth2`, {
    method: 'POST',
    headers:
      client === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}` },
    body: new URLSearchParams(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
