import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importRecording } from '#main/services/sign-ins/import/import-recording.ts';
import type { FieldMeaning } from '#shared/sign-ins/index.ts';
import { property } from '#test/support/property.ts';

const alice = { username: 'alice@example.com', password: 'S3cret pass!' };

function imported(
  steps: readonly unknown[],
  fields: Readonly<Record<number, FieldMeaning>> = {},
  users: readonly { username: string; password: string | null }[] = [alice],
) {
  const told = new Map(Object.entries(fields).map(([act, meaning]) => [Number(act), meaning]));
  return importRecording({ title: 'Recording', steps }, { users, fields: told });
}

const typed = (value: string, ...selectors: readonly string[]) => ({
  type: 'change',
  value,
  target: 'main',
  selectors: selectors.map((selector) => [selector]),
});
const keys = (text: string) =>
  Array.from(text).flatMap((key) => [
    { type: 'keyDown', key, target: 'main' },
    { type: 'keyUp', key, target: 'main' },
  ]);
const valuesOf = ({ file }: ReturnType<typeof imported>) =>
  file.steps.flatMap((act) => (act.type === 'change' ? [act.value] : []));

describe('what was typed', () => {
  test('becomes placeholders by the values of the target’s users', () => {
    const result = imported([typed(alice.username, '#a1'), typed(alice.password, '#a2')]);
    expect(valuesOf(result)).toEqual(['{{username}}', '{{password}}']);
    expect(result.questions).toEqual([]);
  });

  test('becomes placeholders by what the fields are called', () => {
    const result = imported(
      [
        typed('bob', 'aria/Email or phone', '#i0116'),
        typed('hunter2', 'aria/Passwort', '#x'),
        typed('123456', 'input[name="otpCode"]'),
      ],
      {},
      [],
    );
    expect(valuesOf(result)).toEqual(['{{username}}', '{{password}}', '{{totp}}']);
  });

  test.each([
    'input[type="password"]',
    'input[autocomplete="current-password"]',
    'xpath///*[@id="password"]',
  ])('is a password in the field %s', (selector) => {
    expect(valuesOf(imported([typed('hunter2', selector)], {}, []))).toEqual(['{{password}}']);
  });

  test('is not a password because the form around the field is called so', () => {
    const result = imported([typed('bob', 'form.password-login > input#user')], {}, []);
    expect(valuesOf(result)).toEqual(['{{username}}']);
  });

  test('of a code on six fields becomes a digit for each', () => {
    const result = imported(Array.from('493817').map((digit, index) => typed(digit, `#d${index}`)));
    expect(valuesOf(result)).toEqual([1, 2, 3, 4, 5, 6].map((digit) => `{{totp|digit:${digit}}}`));
  });

  test('is asked for where nothing tells what it was, by the shape of the value alone', () => {
    const result = imported([typed('493817', '#field-7'), typed('acme', 'aria/Company')]);
    expect(result.questions).toEqual([
      { act: 1, field: '#field-7', shape: 'digits', length: 6, likely: 'code' },
      { act: 2, field: 'Company', shape: 'characters', length: 4, likely: 'text' },
    ]);
    expect(valuesOf(result)).toEqual(['', '']);
    expect(JSON.stringify(result)).not.toMatch(/493817|acme/);
  });

  test('is what an answer says', () => {
    const steps = [typed('493817', '#field-7'), typed('acme', 'aria/Company'), typed('x1', '#y')];
    const result = imported(steps, { 1: 'code', 2: 'text', 3: 'leave-out' });
    expect(valuesOf(result)).toEqual(['{{totp}}', 'acme']);
    expect(result.questions).toEqual([]);
  });

  test('keeps the user name within a text as a placeholder', () => {
    const result = imported([typed('CORP\\alice', '#domain-name')], { 1: 'text' }, [
      { username: 'alice', password: null },
    ]);
    expect(valuesOf(result)).toEqual(['CORP\\{{username}}']);
  });

  test('is no plain text in a password field, nor where a password stands in it', () => {
    expect(() => imported([typed('hunter2', '#password')], { 1: 'text' })).toThrow(/a file must not contain/);
    expect(() => imported([typed(`a ${alice.password}`, '#x')], { 1: 'text' })).toThrow(/password or code/);
    expect(() => imported([typed('a', '#x')], { 4: 'text' })).toThrow(
      expect.objectContaining({ code: 'sign-in.answer-invalid' }),
    );
  });

  test('key by key becomes one text in the field that was clicked, and a change afterwards wins', () => {
    const click = { type: 'click', selectors: [['#password']], offsetX: 3, offsetY: 4 };
    const enter = { type: 'keyDown', key: 'Enter' };
    const alone = imported([click, ...keys('tr0ub4dor'), enter], {}, []);
    expect(alone.file.steps.map(({ type }) => type)).toEqual(['click', 'change', 'keyDown']);
    expect(valuesOf(alone)).toEqual(['{{password}}']);
    const both = imported([click, ...keys('tr0ub4dor'), enter, typed('tr0ub4dor', '#password')], {}, []);
    expect(both.file.steps.map(({ type }) => type)).toEqual(['click', 'keyDown', 'change']);
    expect(JSON.stringify([alone, both])).not.toContain('"t"');
  });

  test('key by key into a field that nothing names is refused', () => {
    const tab = { type: 'keyDown', key: 'Tab' };
    expect(() => imported([{ type: 'click', selectors: [['#user']] }, tab, ...keys('s3cret')])).toThrow(
      expect.objectContaining({ code: 'sign-in.keys-without-field' }),
    );
  });
});

describe('addresses', () => {
  test('are reduced to origin and path, without ids, tokens, query and fragment', () => {
    const { file, origins } = imported([
      { type: 'navigate', url: 'chrome://new-tab-page/' },
      {
        type: 'navigate',
        url: 'https://u:p@id.example.com/realms/main/8f14e45fceea167a5a36dedd4bea2543/auth;jsessionid=1?state=xyz#f',
        assertedEvents: [
          {
            type: 'navigation',
            url: 'https://id.example.com/v2.0/login?code=9',
            title: 'Hello alice@example.com',
          },
        ],
      },
      { type: 'click', selectors: [['#go']], target: 'https://frame.example.net/users/alice@example.com/42' },
    ]);
    expect(file.steps).toEqual([
      {
        type: 'navigate',
        url: 'https://id.example.com/realms/main/*/auth',
        assertedEvents: [{ type: 'navigation', url: 'https://id.example.com/v2.0/login' }],
      },
      { type: 'click', selectors: [['#go']], target: 'https://frame.example.net/users/*/*' },
    ]);
    expect(origins).toEqual(['https://id.example.com', 'https://frame.example.net']);
  });
});

describe('selectors', () => {
  test('take a placeholder where the user name stands in them', () => {
    const { file } = imported([
      {
        type: 'click',
        selectors: [
          ['aria/alice@example.com'],
          ['text/alice@example.com'],
          ['[data-user="alice@example.com"]'],
        ],
      },
    ]);
    expect(file.steps[0]).toMatchObject({
      selectors: [['aria/{{username}}'], ['text/{{username}}'], ['[data-user="{{username}}"]']],
    });
  });

  test('are left out where a password stands in them, and a field called as the password stays', () => {
    const { file } = imported(
      [
        typed('password', '#password'),
        { type: 'click', selectors: [['text/password'], ['#password']] },
        typed('Zebra-17', '#pwd', 'input[value="Zebra-17"]', '#Zebra-17'),
      ],
      {},
      [],
    );
    expect(file.steps.map((act) => ('selectors' in act ? act.selectors : null))).toEqual([
      [['#password']],
      [['#password']],
      [['#pwd']],
    ]);
  });
});

describe('refused', () => {
  test.each([
    [{ type: 'waitForExpression', expression: 'alert(1)' }, 'sign-in.script', /waitForElement/],
    [{ type: 'customStep', name: 'x', parameters: {} }, 'sign-in.script', /Remove the act/],
    [{ type: 'navigate', url: 'javascript:alert(1)' }, 'sign-in.script', /Remove the act/],
    [{ type: 'navigate', url: 'file:///etc/passwd' }, 'sign-in.act-refused', /Remove the act/],
    [{ type: 'emulateNetworkConditions', download: 1 }, 'sign-in.act-refused', /throttling/],
    [{ type: 'teleport' }, 'sign-in.act-refused', /Remove the act/],
  ])('%j, with what to do instead', (step, code, fix) => {
    expect(() => imported([step])).toThrow(
      expect.objectContaining({ code, fix: expect.stringMatching(fix) }),
    );
  });

  test.each([
    null,
    [],
    {},
    { title: 1, steps: [] },
    { title: 'a', steps: [{ type: 'click', selectors: 'x' }] },
  ])('what is no recording: %j', (document) => {
    expect(() => importRecording(document, { users: [], fields: new Map() })).toThrow(
      expect.objectContaining({ code: 'sign-in.recording-invalid' }),
    );
  });

  test('more acts than a sign-in has', () => {
    const steps = Array.from({ length: 201 }, () => ({ type: 'click', selectors: [['#go']] }));
    expect(() => imported(steps)).toThrow(/201 actions/);
  });
});

describe('a password', () => {
  // Letters, digits and signs; what is made of letters alone may be the name of a field.
  const password = fc
    .string({ minLength: 6, maxLength: 24, unit: fc.constantFrom(...'abcdefXYZ0123456789!$-_ '.split('')) })
    .filter((text) => /\d/.test(text) && text.trim() === text);

  property([password, fc.boolean(), fc.boolean()], { numRuns: 300 })(
    'never reaches the result, whichever way it was typed and wherever else it stands',
    (secret, isKnown, isByKeys) => {
      const field = { type: 'click', selectors: [['aria/Password'], [`#pw[value="${secret}"]`], ['#pw']] };
      const address = `https://id.example.com/${encodeURIComponent(secret)}?p=${encodeURIComponent(secret)}`;
      const steps = [
        {
          type: 'navigate',
          url: address,
          assertedEvents: [{ type: 'navigation', url: address, title: secret }],
        },
        field,
        ...(isByKeys ? keys(secret) : [{ ...field, type: 'change', value: secret }]),
        {
          type: 'click',
          selectors: [[`text/${secret}`], [`aria/Show ${secret}`], ['#show']],
          target: address,
        },
        { type: 'change', value: secret, selectors: [['#shown']] },
      ];
      const users = [{ username: 'bob', password: isKnown ? secret : null }];
      const result = importRecording({ title: `With ${secret}`, steps }, { users, fields: new Map() });
      const text = JSON.stringify(result);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(result.questions).toEqual([]);
    },
  );
});
