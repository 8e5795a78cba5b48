import { expect, type Locator, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { words } from './words.ts';

/** The flow debugger as a person finds it: by what stands on the screen. */
export class FlowScreen {
  readonly page: Page;
  readonly request: Locator;
  readonly response: Locator;
  readonly trace: Locator;
  readonly runs: Locator;
  readonly values: Locator;
  readonly status: Locator;
  /** The request that is edited before it is sent, or sent again. */
  readonly editor: Locator;
  /** The strip that says what the run is held before. */
  readonly held: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole('region', { name: words.flowEditor.title, exact: true });
    this.held = page.locator('.held-bar');
    this.request = page.getByRole('region', { name: words.exchange.requestRegion, exact: true });
    this.response = page.getByRole('region', { name: words.exchange.responseRegion, exact: true });
    this.trace = page.getByRole('region', { name: words.exchange.traceRegion, exact: true });
    this.runs = page.getByRole('listbox', { name: words.runs.list });
    this.values = page.getByRole('region', { name: words.values.list });
    this.status = page.getByRole('contentinfo', { name: words.expect.names.status });
  }

  get steps(): Locator {
    return this.page.getByRole('listbox', { name: /^Steps of run/ }).getByRole('option');
  }

  /** Follows a start link, goes to the flow debugger, and waits until the workspace has been read. */
  async open(link: string): Promise<void> {
    const app = new AppWindow(this.page);
    await app.open(link);
    await app.goTo('Flows');
    await expect(this.page.getByRole('button', { name: /Flow$/ })).not.toHaveText('none');
  }

  /** Picks an entry of one of the fields of the toolbar. */
  async choose(field: 'Flow' | 'Client' | 'User' | 'Server' | 'Browser', entry: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`${field}$`) }).click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  /** Lets the engine be the browser; flows without one have no such choice. */
  async useBrowser(name: 'System' | 'Unattended'): Promise<void> {
    const choice = this.page.getByRole('button', { name: /Browser$/ });
    if ((await choice.count()) > 0) await this.choose('Browser', name);
  }

  /** Holds runs at a step, as its line says it: before it is sent, or before its answer is read. */
  async breakAt(step: string, phase: 'before sending' | 'before reading the response'): Promise<void> {
    await this.page.getByRole('button', { name: /^Break at/ }).click();
    const places = this.page.getByRole('dialog', { name: words.flowBreaks.title });
    await places.getByRole('group', { name: step }).getByLabel(phase, { exact: true }).check();
    await this.page.keyboard.press('Escape');
    await expect(places).toBeHidden();
  }

  /** The field of a request that is edited, by its name. */
  field(name: string): Locator {
    return this.editor.getByRole('textbox', { name: `Value of ${name}`, exact: true });
  }

  /** The row of such a field: the field, its marks and its buttons. */
  row(name: string): Locator {
    const value = this.page.getByRole('textbox', { name: `Value of ${name}`, exact: true });
    return this.editor.getByRole('listitem').filter({ has: value });
  }

  /** Waits until the run is held before the request of a step is sent, or before its answer is read. */
  async expectHeld(
    before: 'the request is sent' | 'the client reads the response',
    step: 'GET /as/authorization.oauth2' | 'POST /as/token.oauth2' | 'GET /orders',
  ): Promise<void> {
    await expect(this.held).toContainText(`Paused before ${before}.`);
    await expect(this.held).toContainText(step);
  }

  /** Presses Run, or Run again, in the toolbar. */
  async run(): Promise<void> {
    await this.page.getByRole('button', { name: /^Run/ }).and(this.page.locator('.toolbar *')).click();
  }

  async stepOn(): Promise<void> {
    await this.page.getByRole('button', { name: words.flows.step, exact: true }).click();
  }

  /** Runs the chosen flow with the engine as its browser, to the verdict that is expected. */
  async runUnattended(verdict: 'PASSED' | 'FAILED' = 'PASSED'): Promise<void> {
    await this.useBrowser('Unattended');
    const before = await this.runs.getByRole('option').count();
    await this.run();
    await expect(this.runs.getByRole('option')).toHaveCount(before + 1);
    await expect(this.runs.getByRole('option').first()).toContainText(verdict);
  }

  step(name: RegExp): Locator {
    return this.page.getByRole('option', { name });
  }

  get tokenStep(): Locator {
    return this.step(/POST \/as\/token\.oauth2.*Client to AS/);
  }

  /** The authorization request: the first arrow to the server; the pages of the sign-in come after it. */
  get authorizationStep(): Locator {
    return this.step(/GET \/as\/authorization\.oauth2/).first();
  }

  /** Opens a panel of the status bar by what its button says. */
  async openPanel(button: RegExp): Promise<Locator> {
    await this.status.getByRole('button', { name: button }).click();
    return this.page.getByRole('dialog');
  }

  /** Moves the clock of the services an hour on. */
  async moveClockAnHour(): Promise<void> {
    const panel = await this.openPanel(/^Clock/);
    await panel.getByRole('button', { name: '+1 h' }).click();
    await expect(this.status.getByRole('button', { name: /^Clock: \+1/ })).toBeAttached();
    await this.page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }

  /** Opens the hosted sign-in page from the strip; what comes is typed by the caller. */
  async openSignIn(): Promise<SignInPage> {
    const [tab] = await Promise.all([
      this.page.context().waitForEvent('page'),
      this.page.getByRole('link', { name: words.flows.openSignIn }).click(),
    ]);
    return new SignInPage(tab);
  }
}

/** The hosted pages of the authorization server, in a tab of their own. */
export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signIn(password: string): Promise<void> {
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Answers the consent page and waits until the client has the answer. */
  async decide(decision: 'Allow' | 'Deny'): Promise<void> {
    await this.page.getByRole('button', { name: decision }).click();
    await expect(this.page.getByText('You can close this window')).toBeVisible();
  }
}

/** Calls a procedure of the engine over the session of a page, as a second window would. */
export async function callEngine(page: Page, procedure: string, input: unknown): Promise<number> {
  return page.evaluate(
    async ({ path, json }) => {
      const response = await fetch(`/rpc/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${sessionStorage.getItem('gatehouse.session')}`,
        },
        body: JSON.stringify({ json }),
      });
      return response.status;
    },
    { path: procedure, json: input },
  );
}
