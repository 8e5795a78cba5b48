import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createPlayBrowsers } from '#main/services/controlled-browser/index.ts';
import type { DrivenPage, PagePicture } from '#main/services/flow-player/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { installed, noBrowser } from './parties.ts';

/** Two people whose values take the same room in letters of equal width. */
const ann = { username: 'ann-planted@x.test', password: 'Planted pass+1&', code: '314159' };
const bob = { username: 'bob-planted@x.test', password: 'Another word+2&', code: '271828' };
type Person = typeof ann;

const directory = startedOnce(temporaryDirectory);
const browsers = startedOnce(() =>
  createPlayBrowsers({
    clock: systemClock,
    profileRoot: join(directory.path, 'profiles'),
    path: () => installed?.path ?? null,
    record: () => 'x',
    reach: () => ({ isOpen: true, hosts: [] }),
  }),
);

const html = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Sign in</title><style>body, input, button { font: 16px monospace }</style><h1>Our server</h1>${body}`;

/** Opens a page in the browser, and waits until it is there. */
async function opened(page: string): Promise<DrivenPage> {
  const driven = await browsers
    .forServer(async () => ({ proxy: null, trustedKeyHashes: [] }))
    .open({
      url: 'http://127.0.0.1:9/sign-in',
      answer: {
        status: 200,
        reason: 'OK',
        headers: ['Content-Type', 'text/html; charset=utf-8'],
        body: Buffer.from(page),
        clientPort: 0,
      },
      cookies: [],
      tags: [],
      hidden: () => [],
      isAnswer: () => false,
      onDocument: () => undefined,
      signal: AbortSignal.timeout(30_000),
    });
  await eventually(async () => {
    const { frames } = await driven.look().catch(() => ({ frames: [] }));
    return frames[0] !== undefined && frames.every(({ isLoading }) => !isLoading) ? true : null;
  });
  return driven;
}

/** The picture of a page of a person, and how long it took, in milliseconds. */
async function pictureOf(page: string, { username, password, code }: Person) {
  const driven = await opened(page);
  try {
    const startedMillis = performance.now();
    const picture = await driven.picture([username, password, code]);
    return { picture, elapsedMillis: performance.now() - startedMillis };
  } finally {
    driven.close();
  }
}

/** The number of pixels of a picture that are rather red. */
async function redOf({ mediaType, base64 }: PagePicture): Promise<number> {
  const driven = await opened(html(`<img alt="" src="data:${mediaType};base64,${base64}">`));
  try {
    return await eventually(async () => {
      const frame = (await driven.look()).frames[0]?.frame ?? '';
      const counted = await driven.evaluate(frame, countRed);
      return typeof counted === 'number' ? counted : null;
    });
  } finally {
    driven.close();
  }
}

const countRed = `(() => {
  const image = document.querySelector('img');
  if (!image.complete || image.naturalWidth === 0) return null;
  const drawing = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] > data[at + 1] + 60 && data[at] > data[at + 2] + 60) count += 1;
  return count;
})()`;

function sizeOf(picture: PagePicture | null): number {
  return Buffer.from(picture?.base64 ?? '', 'base64').length;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Pages that show what is known of a person, each in another way. */
const shown: Readonly<Record<string, (person: Person) => string>> = {
  'as text': ({ username, password, code }) =>
    `<p>Hello ${username}</p><p>${escaped(password)}</p><p>${code}</p>`,
  'in a field that shows its text': ({ username, password }) =>
    `<input value="${username}"><input name="p" value="${escaped(password)}"><textarea>${escaped(password)}</textarea>`,
  'in a field of which nothing else is known': ({ code }) =>
    Array.from(code)
      .map((digit) => `<input size="1" value="${digit}">`)
      .join(''),
  'on buttons, in lists and as a hint': ({ username }) =>
    `<input type="submit" value="${username}"><button>${username}</button><select><option>${username}</select><input size="30" placeholder="${username}">`,
  'letter by letter, in capitals': ({ username, code }) =>
    `<p>${Array.from(username)
      .map((letter) => `<b>${letter.toUpperCase()}</b>`)
      .join('')}</p><p>${Array.from(code).join(' ')}</p>`,
  'in a frame': ({ username, password }) =>
    `<iframe style="border: 5px solid; padding: 7px" srcdoc="<style>* { font: 16px monospace }</style><p>Of ${username}</p><input value='${escaped(password)}'>"></iframe>`,
  'in a frame that is turned': ({ username }) =>
    `<iframe style="transform: rotate(180deg)" srcdoc="<p style='font: 16px monospace'>${username}</p>"></iframe>`,
  'in a frame of another origin': ({ username }) =>
    `<iframe sandbox srcdoc="<p style='font: 16px monospace'>${username}</p>"></iframe>`,
  'in shadow roots': ({ username, password }) =>
    `<div id="open"></div><div id="closed"></div><script>
      const root = document.querySelector('#open').attachShadow({ mode: 'open' });
      root.innerHTML = '<p>Of ${username}</p><input>';
      root.querySelector('input').value = ${JSON.stringify(password)};
      document.querySelector('#closed').attachShadow({ mode: 'closed' }).innerHTML = '<p>${username}</p>';
    </script>`,
  'by a style sheet': ({ username }) =>
    `<style>p::before { content: attr(data-name) }</style><p data-name="${username}"> is signed in</p>`,
  'with a shadow of its letters': ({ username }) => `<p style="text-shadow: 200px 60px red">${username}</p>`,
  'with a shadow of its box': ({ username }) =>
    `<div style="filter: drop-shadow(20px 90px blue)"><p>${username}</p></div>`,
  'turned and moved': ({ username }) =>
    `<p style="transform: translate(300px, 100px) rotate(30deg) scale(1.5); width: max-content">${username}</p>`,
  'in a drawing': ({ username }) =>
    `<svg width="400" height="60"><text x="10" y="30">${username}</text></svg>
     <img alt="" src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text y="20" font-family="monospace">${username}</text></svg>`)}">
     <canvas width="300" height="60"></canvas><script>
       const drawing = document.querySelector('canvas').getContext('2d');
       drawing.font = '16px monospace'; drawing.fillText('${username}', 10, 30);
     </script>`,
  'below what is seen, scrolled to': ({ username }) =>
    `<div style="height: 3000px"></div><p id="end">${username}</p><script>document.querySelector('#end').scrollIntoView()</script>`,
};

/** A style that moves a paragraph several hundred pixels with each frame. */
const thrown =
  '<style>@keyframes across { to { transform: translate(900px, 500px) } } p { width: max-content; animation: across .15s infinite alternate linear }</style>';

/** Pages that fight whoever looks at them. */
const hostile: Readonly<Record<string, (person: Person) => string>> = {
  'with styles that hide everything else': ({ username }) =>
    `<style>* { z-index: 2147483647 !important; transition: all 10s } :not(html, body, p, script) { display: none !important }</style><p>${username}</p>`,
  'with an observer that takes everything away': ({ username }) =>
    `<p>${username}</p><script>
      new MutationObserver((records) => { for (const { addedNodes } of records) for (const node of addedNodes) node.remove?.() })
        .observe(document, { childList: true, subtree: true });
    </script>`,
  'with a dialog over everything': ({ username }) =>
    `<dialog><p>${username}</p></dialog><script>
      const dialog = document.querySelector('dialog'); dialog.showModal();
      setInterval(() => { dialog.close(); dialog.showModal() }, 1);
    </script>`,
  'that move it all the time': ({ username }) =>
    `<style>@keyframes away { to { transform: translate(600px, 300px) } } p { width: max-content; animation: away 1s infinite alternate linear }</style><p>${username}</p>
     <script>let x = 0; (function next() { x += 7; document.querySelector('p').style.marginLeft = (x % 300) + 'px'; requestAnimationFrame(next) })()</script>`,
  'that throw it across the page': ({ username }) => `${thrown}<p>${username}</p>`,
  'that throw it across a frame': ({ username }) =>
    `<iframe width="1100" height="600" srcdoc="<style>p { color: red }</style>${escaped(thrown)}<p>${username}</p>"></iframe>`,
  'that throw it across a closed shadow root': ({ username }) =>
    `<div></div><script>document.querySelector('div').attachShadow({ mode: 'closed' }).innerHTML = '${thrown}<p>${username}</p>'</script>`,
  'that throw it by a script across a closed shadow root': ({ username }) =>
    `<div></div><script>
      const root = document.querySelector('div').attachShadow({ mode: 'closed' });
      root.innerHTML = '<p style="width: max-content">${username}</p>';
      root.firstChild.animate([{}, { transform: 'translate(900px, 500px)' }], { duration: 150, iterations: Infinity, direction: 'alternate' });
      Animation.prototype.cancel = () => undefined;
    </script>`,
  'that let it run along': ({ username }) =>
    `<marquee scrollamount="90" scrolldelay="1" truespeed>${username}</marquee>`,
  'that throw what a style sheet adds': ({ username }) =>
    `${thrown.replaceAll('p {', 'div::before { content: attr(data-name); display: block;')}<div data-name="${username}"></div>`,
  'that draw it twice': ({ username }) =>
    `<svg width="400" height="300"><text id="name" x="10" y="30">${username}</text><use href="#name" y="200"/></svg>`,
  'that mirror it': ({ username }) => `<p style="-webkit-box-reflect: below 80px">${username}</p>`,
  'that show it for a moment, again and again': ({ username }) =>
    `<p id="moment">_</p><script>(async () => {
      const text = document.querySelector('#moment').firstChild;
      for (;;) {
        text.data = '${username}'; await new Blob(['x'.repeat(200000)]).arrayBuffer();
        text.data = '_'; await new Blob(['x']).arrayBuffer();
      }
    })()</script>`,
};

/** A page that is not at rest in time has no picture, which is right on a busy machine: it is asked for again. */
async function takenOf(...of: Parameters<typeof pictureOf>): ReturnType<typeof pictureOf> {
  const first = await pictureOf(...of);
  return first.picture === null ? pictureOf(...of) : first;
}

describe('a picture of a page', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test.each(Object.entries(shown))('is the same whosever the values are: %s', async (name, body) => {
    const [one, other] = [await takenOf(html(body(ann)), ann), await takenOf(html(body(bob)), bob)];
    expect(one.picture?.mediaType).toBe('image/jpeg');
    expect(one.picture).toEqual(other.picture);
    expect(sizeOf(one.picture)).toBeLessThanOrEqual(200_000);
    // Without its values the pictures differ: the page does show them.
    const [open, clear] = [
      await pictureOf(html(body(ann)), nobody),
      await pictureOf(html(body(bob)), nobody),
    ];
    expect([name, open.picture !== null && open.picture.base64 === clear.picture?.base64]).toEqual([
      name,
      coveredAnyway.has(name),
    ]);
  });

  test.each(Object.entries(hostile))(
    'of hostile pages shows no value, or there is none: %s',
    async (name, body) => {
      // All that is red on these pages is a value.
      const page = html(`<style>body { color: red } h1 { color: black }</style>${body(ann)}`);
      const { picture, elapsedMillis } = await pictureOf(page, ann);
      if (picture !== null) expect(await redOf(picture)).toBe(0);
      if (restless.has(name)) expect(picture).toBeNull();
      expect(elapsedMillis).toBeLessThan(3_500);
    },
  );

  test('that shows a value is told from one that shows none', async () => {
    const { picture } = await pictureOf(html('<p style="color: red">ann-planted@x.test</p>'), nobody);
    expect(await redOf(picture ?? { mediaType: 'image/jpeg', base64: '' })).toBeGreaterThan(50);
  });

  test('is taken of a page whose spinner turns for ever', async () => {
    const spinner =
      '<style>@keyframes turn { to { transform: rotate(1turn) } } i { display: block; width: 40px; height: 40px; border: 4px dotted; animation: turn 1s infinite linear }</style><i></i>';
    const { picture } = await pictureOf(html(`${spinner}<p style="color: red">Please wait</p>`), ann);
    expect(await redOf(picture ?? { mediaType: 'image/jpeg', base64: '' })).toBeGreaterThan(50);
  });

  test('is not taken of a page that is too large to be looked through', async () => {
    const { picture } = await pictureOf(html('<i>.</i>'.repeat(10_000)), ann);
    expect(picture).toBeNull();
  });

  test('is given up of a page that no longer answers', async () => {
    const driven = await opened(html('<script>addEventListener("gone", () => { for (;;); })</script>'));
    const [main] = (await driven.look()).frames;
    void driven.evaluate(main?.frame ?? '', 'setTimeout(() => dispatchEvent(new Event("gone")))');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const startedMillis = performance.now();
    expect(await driven.picture([ann.username])).toBeNull();
    expect(performance.now() - startedMillis).toBeLessThan(3_500);
    driven.close();
  });

  test('of many colours is small enough to be kept', async () => {
    const noise = `<canvas width="1" height="1"></canvas>${Array.from({ length: 3_000 }, (_, index) => `<b style="background: hsl(${(index * 137) % 360} 90% ${(index * 31) % 100}%)">${index}</b>`).join(' ')}`;
    const { picture } = await pictureOf(html(noise), ann);
    expect(sizeOf(picture)).toBeGreaterThan(10_000);
    expect(sizeOf(picture)).toBeLessThanOrEqual(200_000);
  });
});

const nobody: Person = { username: 'nobody-at-all', password: 'nothing-at-all', code: '000000' };
/** Pages that go on while their scripts stand still, with the answers that they wait for. */
const restless: ReadonlySet<string> = new Set(['that show it for a moment, again and again']);
/** Pages whose content is always covered, because the engine cannot read it. */
const coveredAnyway: ReadonlySet<string> = new Set([
  'in a field that shows its text',
  'in a field of which nothing else is known',
  'in a frame of another origin',
]);
