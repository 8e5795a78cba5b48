import type { Page } from '@playwright/test';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** The text of the connector of the sample workspace, with the caret at what was looked for. */
class JsonText {
  readonly page: Page;
  readonly studio: ConnectorStudioScreen;

  constructor(page: Page) {
    this.page = page;
    this.studio = new ConnectorStudioScreen(page);
  }

  async open(): Promise<void> {
    await this.studio.open('hr');
    await this.studio.view('JSON');
    await expect(this.line('"name"').first()).toBeVisible();
  }

  line(text: string) {
    return this.studio.configuration.locator('.view-line').filter({ hasText: text });
  }

  /** Sets the caret before a text, at the beginning of its line. */
  async goTo(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Document of hr' }).focus();
    await this.page.keyboard.press('Control+f');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Home');
  }

  /** Completes a member whose beginning is typed before a text. */
  async complete(before: string, beginning: string, name: string): Promise<void> {
    await this.goTo(before);
    await this.page.keyboard.type('\n');
    await this.page.keyboard.press('ArrowUp');
    await this.page.keyboard.type(beginning);
    await this.page.keyboard.press('Control+Space');
    await expect(this.page.locator('.suggest-widget')).toContainText(name);
    await this.page.keyboard.press('Enter');
  }
}

test.describe('a connector as text', () => {
  let text: JsonText;
  test.beforeEach(async ({ app: _opened, page }) => {
    text = new JsonText(page);
    await text.open();
  });

  test('a member explains itself under the pointer', async ({ page }) => {
    await text.goTo('"maximumConnections"');
    await text.line('"maximumConnections"').getByText('"maximumConnections"').hover();
    const hover = page.locator('.monaco-hover:visible');
    await expect(hover).toContainText('Maximum number of open connections');
    await expect(hover).not.toContainText('null');
  });

  test('a completed member brings the beginning of its value', async ({ page: _page }) => {
    await text.complete('"maximumConnections"', '"jwtCl', 'jwtClaims');
    await expect(text.line('"jwtClaims": {}')).toBeVisible();
    await text.complete('"maximumConnections"', '"userAg', 'userAgent');
    await expect(text.line('"userAgent": ""')).toBeVisible();
    await text.complete('"maximumConnections"', '"retr', 'retries');
    await expect(text.line('"retries": []')).toBeVisible();
  });

  test('the text follows the tree, which keeps the focus', async () => {
    await text.studio.part(/^QUERY/);
    await expect(text.line('"QUERY"')).toBeInViewport();
    // The text may still be scrolling to the line: both numbers are read again until they agree.
    await expect(async () => {
      const number = await lineNumberOf(text, '"QUERY"');
      expect(number).not.toBe('');
      await expect(text.studio.configuration.locator('.line-numbers.active-line-number')).toHaveText(number, {
        timeout: 1_000,
      });
    }).toPass({ timeout: 30_000 });
    await expect(text.studio.parts.getByRole('option', { name: /^QUERY/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  test('a syntax error is told first, with its place, and the structure stays as it last was', async ({
    page,
  }) => {
    const parts = await text.studio.parts.getByRole('option').allTextContents();
    await text.goTo('"operations"');
    await page.keyboard.type('"GET {');
    const findings = text.studio.configuration
      .getByRole('region', { name: words.connectors.problems })
      .first();
    await expect(findings.getByRole('listitem').first()).toContainText(/line \d+, column \d+/);
    await expect(findings).not.toContainText('path is missing');
    expect(await text.studio.parts.getByRole('option').allTextContents()).toEqual(parts);
    await page.getByRole('textbox', { name: 'Document of hr' }).focus();
    await page.keyboard.press('Control+Home');
    await findings.getByRole('listitem').first().getByRole('button').click();
    await expect(text.line('"GET {')).toBeInViewport();
  });
});

/** The number of the line that begins at the same height. */
async function lineNumberOf({ studio }: JsonText, content: string): Promise<string> {
  const top = await studio.configuration.locator('.view-line').filter({ hasText: content }).boundingBox();
  const numbers = studio.configuration.locator('.line-numbers');
  for (const number of await numbers.all())
    if (Math.abs(((await number.boundingBox())?.y ?? -1) - (top?.y ?? 0)) < 4)
      return (await number.textContent()) ?? '';
  return '';
}
