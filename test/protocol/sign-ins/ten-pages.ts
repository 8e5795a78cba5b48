import type { SignInAct } from '#shared/sign-ins/index.ts';
import type { Drawing, Screen } from './drawn-pages.ts';

export const person = { username: 'ann@example.com', password: 'planted-Sign-in-1', code: '482915' };

/** A sign-in as it is drawn, and the acts that were recorded when it was drawn so first. */
export interface Story {
  readonly name: string;
  readonly screens: readonly Screen[];
  readonly acts: readonly SignInAct[];
  /** It is handed on: these screens come from a second provider. */
  readonly handedOn?: readonly Screen[];
}

/** Ways as the Recorder writes them: the accessible name, CSS, XPath, and CSS through shadow roots. */
export const ways = (name: string, css: string, more: readonly string[] = []) => [
  [`aria/${name}`],
  [css],
  [`xpath///*[@id="${css.replace('#', '')}"]`],
  [`pierce/${css}`],
  ...more.map((way) => [way]),
];
const type = (name: string, css: string, value: string): SignInAct => ({
  type: 'change',
  selectors: ways(name, css),
  value,
});
const press = (name: string, css: string): SignInAct => ({
  type: 'click',
  selectors: ways(name, css, [`text/${name}`]),
});

const field = (draw: Drawing, id: string, label: string, more = '') =>
  `<div class="${draw.className(id)}"><label for="${draw.id(id)}">${label}</label><input id="${draw.id(id)}" class="${draw.className('input')}" ${more}></div>`;
const button = (draw: Drawing, id: string, text: string, more = '') =>
  `<button id="${draw.id(id)}" class="${draw.className('button')}" ${more}>${text}</button>`;
const form = (...parts: readonly string[]) => `<form method="post" action="@next">${parts.join('')}</form>`;

const user = (draw: Drawing, label = 'User name') =>
  field(draw, 'user', label, 'name="user" autocomplete="off"');
const secret = (draw: Drawing, label = 'Password') =>
  field(draw, 'password', label, 'name="secret" type="password"');
const credentials = { user: person.username, secret: person.password };

const plain: Screen = {
  html: (draw) =>
    form(
      draw.ordered(user(draw), secret(draw)),
      draw.ordered(
        button(draw, 'go', 'Sign in'),
        `<a id="${draw.id('lost')}" href="/lost">Forgot password?</a>`,
        button(draw, 'passkey', 'Sign in with a passkey', 'type="button"'),
      ),
    ),
  posts: credentials,
};
const plainActs = [
  type('User name', '#user', '{{username}}'),
  type('Password', '#password', '{{password}}'),
  press('Sign in', '#go'),
];

const nameFirst: readonly Screen[] = [
  {
    html: (draw) => form(draw.ordered(user(draw, 'E-mail or phone'), button(draw, 'next', 'Next'))),
    posts: { user: person.username },
  },
  {
    html: (draw) =>
      form(draw.ordered(`<p>${person.username}</p>`, secret(draw), button(draw, 'next', 'Sign in'))),
    posts: { secret: person.password },
  },
];
const nameFirstActs: readonly SignInAct[] = [
  type('E-mail or phone', '#user', '{{username}}'),
  press('Next', '#next'),
  type('Password', '#password', '{{password}}'),
  press('Sign in', '#next'),
];

/** A page that a script draws after a while; its button is disabled at first, and its field is drawn anew. */
const scripted: Screen = {
  html: (draw) => {
    const drawn = JSON.stringify(
      form(draw.ordered(user(draw), secret(draw), button(draw, 'go', 'Sign in', 'disabled'))),
    );
    return `<div id="root">Loading…</div><script>
      const html = ${drawn};
      setTimeout(() => { document.querySelector('#root').innerHTML = html; }, 300);
      setTimeout(() => {
        const old = document.querySelector('[name=user]');
        if (old.value === '') old.replaceWith(old.cloneNode(true));
        setInterval(() => { document.querySelector('button').disabled = document.querySelector('[name=secret]').value === ''; }, 100);
      }, 450);
    </script>`;
  },
  posts: credentials,
};

const shadowInFrame: Screen = {
  html: () => '<h1>Welcome</h1><iframe src="/inner" width="500" height="400"></iframe>',
  inner: (draw) => `<sign-in-box></sign-in-box><script>
    customElements.define('sign-in-box', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(
          `<form method="post" action="/s/0" target="_top">${draw.ordered(user(draw), secret(draw), button(draw, 'go', 'Sign in'))}</form>`,
        )};
      }
    });
  </script>`,
  posts: credentials,
};
const inFrame = (act: SignInAct): SignInAct => ({ ...act, frame: [0] }) as SignInAct;

const sixFields: Screen = {
  html: (draw) =>
    form(
      draw.ordered(
        '<h1>Enter the code of your app</h1>',
        `<div>${[1, 2, 3, 4, 5, 6]
          .map(
            (digit) =>
              `<input id="${draw.id(`digit${digit}`)}" aria-label="Digit ${digit}" maxlength="1" size="1" oninput="join(); this.nextElementSibling?.focus()">`,
          )
          .join('')}</div>`,
        '<input type="hidden" name="code">',
        button(draw, 'verify', 'Verify'),
      ),
      `<script>function join() {
        document.querySelector('[name=code]').value = [...document.querySelectorAll('[maxlength]')].map(({ value }) => value).join('');
      }</script>`,
    ),
  posts: { code: person.code },
};

const stay: Screen = {
  html: (draw) =>
    form(
      '<h1>Stay signed in?</h1>',
      draw.ordered(
        button(draw, 'yes', 'Yes', 'name="stay" value="yes"'),
        button(draw, 'no', 'No', 'name="stay" value="no"'),
      ),
    ),
  posts: { stay: 'no' },
};

const picker: Screen = {
  html: (draw) =>
    form(
      '<h1>Pick an account</h1>',
      draw.ordered(
        button(draw, 'other', 'Use another account', 'name="pick" value="other"'),
        button(draw, 'first', person.username, 'name="pick" value="ann"'),
      ),
    ),
  posts: { pick: 'ann' },
};

const consent: Screen = {
  html: (draw) =>
    form(
      '<h1>Portal wants to</h1>',
      draw.ordered(
        `<label><input type="checkbox" id="${draw.id('read')}" name="read" value="1"> Read your orders</label>`,
        `<label><input type="checkbox" id="${draw.id('write')}" name="write" value="1"> Change your orders</label>`,
      ),
      draw.ordered(
        button(draw, 'deny', 'Cancel', 'name="answer" value="no"'),
        button(draw, 'allow', 'Allow', 'name="answer" value="yes"'),
      ),
    ),
  posts: { answer: 'yes', read: '1' },
};

const japanese: Screen = {
  html: (draw) =>
    form(
      draw.ordered(user(draw, 'ユーザー名'), secret(draw, 'パスワード')),
      draw.ordered(button(draw, 'go', 'ログイン'), '<a href="/lost">パスワードをお忘れですか</a>'),
    ),
  posts: credentials,
};

/** Ten sign-ins, built as the usual products build theirs. */
export const stories: readonly Story[] = [
  { name: 'plain', screens: [plain], acts: plainActs },
  { name: 'the user name first', screens: nameFirst, acts: nameFirstActs },
  { name: 'drawn by a script', screens: [scripted], acts: plainActs },
  { name: 'in a shadow root in a frame', screens: [shadowInFrame], acts: plainActs.map(inFrame) },
  {
    name: 'a code on six fields',
    screens: [plain, sixFields],
    acts: [
      ...plainActs,
      ...[1, 2, 3, 4, 5, 6].map((digit) =>
        type(`Digit ${digit}`, `#digit${digit}`, `{{totp|digit:${digit}}}`),
      ),
      press('Verify', '#verify'),
    ],
  },
  { name: 'stay signed in?', screens: [plain, stay], acts: [...plainActs, press('No', '#no')] },
  {
    name: 'an account picker',
    screens: [
      picker,
      {
        ...plain,
        html: (draw) => form(draw.ordered(secret(draw), button(draw, 'go', 'Sign in'))),
        posts: { secret: person.password },
      },
    ],
    acts: [
      { type: 'click', selectors: [['aria/{{username}}'], ['text/{{username}}'], ['#first']] },
      type('Password', '#password', '{{password}}'),
      press('Sign in', '#go'),
    ],
  },
  {
    name: 'a consent with unticked scopes',
    screens: [plain, consent],
    acts: [...plainActs, press('Read your orders', '#read'), press('Allow', '#allow')],
  },
  {
    name: 'handed on to a second provider',
    screens: [
      {
        html: (draw) =>
          form(
            draw.ordered(button(draw, 'company', 'Continue with Company'), button(draw, 'here', 'Sign up')),
          ),
        posts: {},
      },
    ],
    handedOn: nameFirst,
    acts: [press('Continue with Company', '#company'), ...nameFirstActs],
  },
  {
    name: 'in Japanese',
    screens: [japanese],
    acts: [
      type('ユーザー名', '#user', '{{username}}'),
      type('パスワード', '#password', '{{password}}'),
      press('ログイン', '#go'),
    ],
  },
];
