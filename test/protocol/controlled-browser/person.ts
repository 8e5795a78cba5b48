import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#test/support/eventually.ts';

/** A switch that lets the test sit before the browser: the product itself opens no port. */
export const handsOn = '--remote-debugging-port=0';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

interface Found {
  readonly base: string;
  readonly page: Listed;
}

/** A person at the windows of the browsers whose profiles lie under a folder. */
export class Person {
  readonly #profileRoot: string;

  constructor(profileRoot: string) {
    this.#profileRoot = profileRoot;
  }

  /** Fills in the form of the page at an address and sends it; waits until there is one. */
  async submit(urlPart: string, fields: Readonly<Record<string, string>>, button = ''): Promise<void> {
    const script = `(() => {
      const fields = ${JSON.stringify(fields)};
      const page = document.documentElement;
      if (document.readyState !== 'complete' || page.dataset.isSent) return null;
      const inputs = Object.keys(fields).map((name) => document.querySelector('[name="' + name + '"]'));
      if (inputs.some((input) => input === null)) return null;
      Object.entries(fields).forEach(([, value], index) => { inputs[index].value = value; });
      const button = document.querySelector(${JSON.stringify(button || 'form [type=submit], form button')});
      if (button === null) return null;
      page.dataset.isSent = 'yes';
      setTimeout(() => button.click());
      return true;
    })()`;
    await eventually(() => this.#evaluate(urlPart, script));
  }

  /** Reads the text of the page at an address; waits until there is some. */
  async read(urlPart: string): Promise<string> {
    return String(await eventually(() => this.#evaluate(urlPart, 'document.body?.innerText || null')));
  }

  /** Closes the tab at an address. */
  async closeTab(urlPart: string): Promise<void> {
    const { base, page } = await eventually(async () => (await this.#find(urlPart))[0] ?? null);
    await fetch(`${base}/json/close/${page.id}`);
  }

  /** Addresses of all tabs. */
  async tabs(): Promise<readonly string[]> {
    return (await this.#pages()).map(({ page }) => page.url);
  }

  /** The first value that is not null which a page at an address gives. */
  async #evaluate(urlPart: string, expression: string): Promise<unknown> {
    for (const { page } of await this.#find(urlPart)) {
      const value = await evaluate(page, expression);
      if (value !== null) return value;
    }
    return null;
  }

  async #find(urlPart: string): Promise<readonly Found[]> {
    return (await this.#pages()).filter(({ page }) => page.url.includes(urlPart));
  }

  async #pages(): Promise<readonly Found[]> {
    const profiles = await readdir(this.#profileRoot).catch(() => []);
    const lists = await Promise.all(
      profiles.map(async (name) => {
        const text = await readFile(join(this.#profileRoot, name, 'DevToolsActivePort'), 'utf8').catch(
          () => '',
        );
        if (text === '') return [];
        const base = `http://127.0.0.1:${text.split('\n')[0]}`;
        const listed = await fetch(`${base}/json/list`).catch(() => null);
        if (listed === null) return [];
        const pages = (await listed.json()) as readonly Listed[];
        return pages.filter(({ type }) => type === 'page').map((page) => ({ base, page }));
      }),
    );
    return lists.flat();
  }
}

async function evaluate(page: Listed, expression: string): Promise<unknown> {
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  try {
    return await new Promise((resolve) => {
      const params = { expression, userGesture: true };
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })),
      );
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { result?: { result?: { value?: unknown } } };
        resolve(answer.result?.result?.value ?? null);
      });
      // The page went on in the meantime.
      for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => resolve(null));
    });
  } finally {
    socket.close();
  }
}
