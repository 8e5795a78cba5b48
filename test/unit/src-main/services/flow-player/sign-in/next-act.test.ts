import { describe, expect, test } from 'vitest';
import { nextAct, personMessage, stopMessage } from '#main/services/flow-player/sign-in/next-act.ts';
import { meaningOf } from '#main/services/flow-player/sign-in/page-buttons.ts';
import type { SeenElement, SeenFrame, SeenPage } from '#main/services/flow-player/sign-in/page-seen.ts';

let count = 0;
function element(kind: SeenElement['kind'], changes: Partial<SeenElement>): SeenElement {
  count += 1;
  return {
    index: count,
    kind,
    type: kind === 'field' ? 'text' : kind === 'check' ? 'checkbox' : 'button',
    autocomplete: '',
    names: '',
    label: '',
    inputMode: '',
    maxLength: -1,
    form: 0,
    action: '',
    isVisible: true,
    isEnabled: true,
    isChecked: false,
    isRequired: false,
    isSubmit: false,
    filled: 0,
    left: 0,
    top: count * 20,
    width: 100,
    height: 20,
    ...changes,
  };
}
const field = (changes: Partial<SeenElement>) => element('field', changes);
const button = (label: string, changes: Partial<SeenElement> = {}) =>
  element('button', { label, ...changes });
const link = (label: string) => element('link', { label, form: -1 });

function pageOf(elements: readonly SeenElement[], changes: Partial<SeenFrame> = {}): SeenPage {
  const frame = {
    frame: 'f',
    document: 'd',
    url: 'https://as.example/',
    origin: 'https://as.example',
    title: 'Sign in',
    isLoading: false,
    isVisible: true,
    headings: [],
    alerts: [],
    text: '',
    frames: [],
    elements,
  };
  return { frames: [{ ...frame, ...changes }] };
}

/** The act in words. */
function said(page: SeenPage, decision: 'allow' | 'deny' = 'allow'): string {
  const act = nextAct(page, { username: 'ann@example.test', decision });
  switch (act.act) {
    case 'none':
      return 'nothing';
    case 'person':
      return act.what;
    case 'press':
      return ['press', act.button.label, ...act.tick.map(({ label }) => `tick ${label}`)].join(', ');
    case 'fill': {
      const { user, password, code } = act.fields;
      const parts = [
        ...(user === null ? [] : [`user ${user.label || user.names}`]),
        ...(password === null ? [] : [`password ${password.label || password.names}`]),
        ...(code.length === 0 ? [] : [`code on ${code.length}`]),
      ];
      return `${parts.join(', ')}, then ${act.send?.label ?? 'Enter'}`;
    }
  }
}

describe('the words of a button', () => {
  test.each([
    ['Next', 'go'],
    ['Sign-in', 'go'],
    ['[ Continue ]', 'go'],
    ['Anmelden', 'go'],
    ['Se connecter', 'go'],
    ['Iniciar sesión', 'go'],
    ['ログイン', 'go'],
    ['Googleでログイン', 'away'],
    ['Sign in with Microsoft', 'away'],
    ['Continue with Apple', 'away'],
    ['Weiter mit Google', 'away'],
    ['Forgot password?', 'away'],
    ['Passwort vergessen?', 'away'],
    ['Mot de passe oublié ?', 'away'],
    ['¿Olvidaste tu contraseña?', 'away'],
    ['パスワードをお忘れの方', 'away'],
    ['No account? Create one', 'away'],
    ['Registrieren', 'away'],
    ['新規会員登録', 'away'],
    ['Create a passkey', 'away'],
    ['Sign in with a passkey', 'away'],
    ['Resend code', 'away'],
    ['Cancel', 'deny'],
    ['[ Cancel ]', 'deny'],
    ['Nein', 'deny'],
    ['同意しない', 'deny'],
    ['同意する', 'allow'],
    ['Allow access', 'allow'],
    ['Zulassen', 'allow'],
    ['Not now', 'skip'],
    ['Nicht jetzt', 'skip'],
    ['No, thanks', 'skip'],
    ['Google', 'away'],
    ['Notes', 'other'],
  ] as const)('%s: %s', (label, meaning) => {
    expect(meaningOf(button(label))).toBe(meaning);
  });
});

describe('the next act', () => {
  test('fills name and password in, and sends them by the button of their form', () => {
    const page = pageOf([
      field({ type: 'search', label: 'Search', form: 1 }),
      button('Search', { form: 1, isSubmit: true }),
      field({ label: 'Benutzername' }),
      field({ type: 'password', label: 'Kennwort' }),
      link('Kennwort vergessen'),
      button('Registrieren', { isSubmit: true }),
      button('Anmelden', { isSubmit: true }),
    ]);
    expect(said(page)).toBe('user Benutzername, password Kennwort, then Anmelden');
  });

  test('sees no field that people do not see', () => {
    const page = pageOf([
      field({ type: 'password', label: 'Password', isVisible: false }),
      field({ label: 'Contact', isVisible: false }),
      field({ type: 'email', autocomplete: 'username', label: 'E-mail' }),
      button('Next'),
    ]);
    expect(said(page)).toBe('user E-mail, then Next');
  });

  test.each([
    ['autocomplete', [field({ autocomplete: 'one-time-code', label: 'Enter it' })], 1],
    ['its label', [field({ label: '確認コード' })], 1],
    ['its kind', [field({ type: 'tel', label: 'Code' })], 1],
    ['six fields of one character', Array.from({ length: 6 }, () => field({ maxLength: 1, type: 'tel' })), 6],
  ])('knows a one-time code by %s', (_, fields, expected) => {
    expect(said(pageOf([...fields, button('Verify')]))).toBe(`code on ${expected}, then Verify`);
  });

  test('says no to staying signed in', () => {
    const page = pageOf([element('check', { label: 'Don’t show this again' }), button('No'), button('Yes')], {
      headings: ['Stay signed in?'],
    });
    expect(said(page)).toBe('press, No');
  });

  test('chooses its own account, or says that it is another one', () => {
    const accounts = [button('Bob bob@example.test'), button('Use another account')];
    expect(said(pageOf(accounts))).toBe('press, Use another account');
    expect(said(pageOf([...accounts, button('Ann ann@example.test')]))).toBe('press, Ann ann@example.test');
    expect(said(pageOf([button('joann@example.test'), button('Use another account')]))).toBe(
      'press, Use another account',
    );
  });

  test('ticks what the client asks for and lets it in, or says no', () => {
    const consent = pageOf([
      element('check', { label: 'See your profile' }),
      element('check', { label: 'Read your mail', isChecked: true }),
      element('check', { label: 'Remember my decision' }),
      button('Deny'),
      button('Allow'),
    ]);
    expect(said(consent)).toBe('press, Allow, tick See your profile');
    expect(said(consent, 'deny')).toBe('press, Deny');
  });

  test('passes over an offer', () => {
    const offer = pageOf([button('Create a passkey'), button('Not now')], { headings: ['Sign in faster'] });
    expect(said(offer)).toBe('press, Not now');
  });

  test.each([
    [
      'captcha',
      pageOf([field({ type: 'password', label: 'Password' })], { frames: ['https://hcaptcha.com/frame'] }),
    ],
    [
      'push',
      pageOf([link('I can’t use my app right now')], {
        text: 'Open your Authenticator app and approve the request',
      }),
    ],
    ['passkey', pageOf([button('Use a passkey')], { headings: ['Use your passkey to sign in'] })],
    ['new-password', pageOf([field({ type: 'password', autocomplete: 'new-password', label: 'New' })])],
  ] as const)('knows a page that needs a person: %s', (what, page) => {
    expect(said(page)).toBe(what);
    expect(personMessage(what, page)).toMatch(/^The page “Sign in” .+ unattended\./);
  });

  test('does nothing where every button leads away', () => {
    const page = pageOf([button('Sign in with Google'), link('Create account')]);
    expect(said(page)).toBe('nothing');
    expect(stopMessage(page)).toBe(
      'The page “Sign in” could not be completed unattended. The page shows “Sign in with Google”, “Create account”.',
    );
  });
});
