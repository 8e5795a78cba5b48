import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { words } from './words.ts';

export type ContractTab = 'History' | 'Between two dates' | 'Findings' | 'Sources';

const environment = '/environments/9d4e1f2a-0b3c-4d5e-8f60-718293a4b5c6';

/** A secret in the requests of the session: it must never be seen again. */
export const plantedSecret = 'planted-secret-4711';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const sent: readonly Sent[] = [
  { method: 'GET', path: `${environment}/deviceAuthenticationPolicy` },
  { method: 'GET', path: `${environment}/deviceAuthenticationPolicies` },
  { method: 'GET', path: `${environment}/activeIdentityCounts` },
  { method: 'GET', path: `${environment}/metrics/activeIdentityCounts` },
  { method: 'GET', path: `${environment}/users?filter=username%20eq%20%22ann%22` },
  {
    method: 'POST',
    path: `${environment}/applications`,
    body: { name: 'portal', enabled: true, type: 'WEB_APP', protocol: 'NONE' },
  },
  { method: 'GET', path: `${environment}/populations` },
];

/** A HAR document of a session with the platform at an address: three of its seven requests meet a change. */
export function platformSession(origin: string): string {
  const entries = sent.map(({ method, path, body }, at) => ({
    startedDateTime: `2026-03-02T10:00:${String(at).padStart(2, '0')}.000Z`,
    time: 12,
    request: {
      method,
      url: `${origin}${path}`,
      httpVersion: 'HTTP/1.1',
      headers: [
        { name: words.contract.areas.authorization, value: `Bearer ${plantedSecret}` },
        { name: 'Content-Type', value: 'application/json' },
      ],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(body === undefined
        ? {}
        : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      cookies: [],
      content: { size: 2, mimeType: 'application/json', text: '{}' },
      redirectURL: '',
      headersSize: -1,
      bodySize: 2,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0 },
  }));
  const log = { version: '1.2', creator: { name: 'a browser', version: '1' }, entries };
  return JSON.stringify({ log }, null, 2);
}

/** The contract's history, and the findings in the work, as a person finds them on the screen. */
export class ContractScreen {
  readonly page: Page;
  readonly app: AppWindow;
  readonly entries: Locator;
  readonly findings: Locator;
  readonly selected: Locator;
  readonly entry: Locator;
  readonly finding: Locator;
  readonly sources: Locator;

  constructor(page: Page) {
    this.page = page;
    this.app = new AppWindow(page);
    this.entries = page.getByRole('listbox', { name: words.contract.timeline.list });
    this.findings = page.getByRole('grid', { name: words.contract.findings.list });
    this.selected = this.findings.getByRole('row', { selected: true });
    this.entry = page.getByRole('region', { name: words.contract.entry.region, exact: true }).first();
    this.finding = page.getByRole('region', { name: words.contract.findings.region, exact: true }).first();
    this.sources = page.getByRole('table', { name: words.contract.sources.title });
  }

  async open(): Promise<void> {
    await this.app.goTo('Contract');
    await expect(this.entries).toBeVisible();
  }

  async tab(name: ContractTab): Promise<void> {
    await this.page.getByRole('tablist', { name: words.contract.parts }).getByRole('tab', { name }).click();
  }

  /** Holds a file against the contract, by the command, and waits until it was read. */
  async add(name: string, text: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.app.command('Check files against the contract…');
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(this.source(name)).toBeVisible();
    await expect(this.source(name)).not.toContainText('reading');
  }

  source(name: string): Locator {
    return this.sources.getByRole('row').filter({ hasText: name });
  }

  /** Goes from finding to finding with F8 until the one of a rule is chosen. */
  async stepTo(rule: string): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('F8');
      await expect(this.selected.first()).toContainText(rule, { timeout: 300 });
    }).toPass({ timeout: 120_000 });
    await expect(this.findings).toBeFocused();
  }

  /** Saves the file of a command and reads it. */
  async saved(act: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
    const download = this.page.waitForEvent('download');
    await act();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }
}
