import { describe, expect, test } from 'vitest';
import { parseTyped, signInBounds, signInFileSchema, signInKeyOf } from '#shared/sign-ins/index.ts';
import { jsonSchemaOf } from '#shared/workspace/json-schema.ts';

const click = { type: 'click', selectors: [['#go']] };
const read = (...steps: readonly unknown[]) => signInFileSchema.safeParse({ title: 'x', steps });

describe('a sign-in file', () => {
  test('takes the acts of the Recorder', () => {
    const steps = [
      { type: 'setViewport', width: 1280, height: 800, deviceScaleFactor: 1, isMobile: false },
      { type: 'navigate', url: 'https://id.example.com/*', assertedEvents: [{ type: 'navigation' }] },
      { type: 'change', value: '{{username}}', selectors: ['#user', ['aria/User', 'aria/[role="textbox"]']] },
      { ...click, offsetX: 1.5, offsetY: 2, frame: [0, 1], target: 'main', optional: true, timeout: 60_000 },
      { type: 'keyDown', key: 'Enter' },
      { type: 'keyUp', key: 'Enter' },
      { type: 'scroll', x: 0, y: 100 },
      { type: 'waitForElement', selectors: [['#done']], operator: '>=', count: 1 },
      { type: 'hover', selectors: [['#menu']] },
      { type: 'doubleClick', selectors: [['#menu']] },
    ];
    expect(read(...steps).error).toBeUndefined();
  });

  test.each([
    ['a script', { type: 'waitForExpression', expression: '1' }, /runs no scripts.*waitForElement/],
    ['a step of an extension', { type: 'customStep', name: 'x' }, /runs no scripts/],
    ['throttling', { type: 'emulateNetworkConditions' }, /network conditions/],
    ['another kind', { type: 'jump' }, /^The type of an action must be/],
    ['no act', 'click', /^The type of an action must be/],
    ['a script as an address', { type: 'navigate', url: 'javascript:alert(1)' }, /must not run a script/],
    ['a key that writes', { type: 'keyDown', key: 'a' }, /change act/],
    ['an unknown place', { type: 'change', value: '{{pin}}', selectors: ['#a'] }, /Only \{\{username\}\}/],
    ['a long wait', { ...click, timeout: signInBounds.actMillis + 1 }, /60000/],
    ['a long selector', { ...click, selectors: ['a'.repeat(1_001)] }, /./],
    ['no way', { ...click, selectors: [] }, /./],
  ])('refuses %s, and says what to do', (_, step, message) => {
    const issues = read(step).error?.issues ?? [];
    expect(issues.map((issue) => issue.message).join(' ')).toMatch(message);
  });

  test('has a bound on its acts', () => {
    expect(read(...Array.from({ length: 200 }, () => click)).success).toBe(true);
    expect(read(...Array.from({ length: 201 }, () => click)).success).toBe(false);
    expect(read().success).toBe(false);
  });

  test('is completed in the editor', () => {
    expect(JSON.stringify(jsonSchemaOf('sign-ins/ours.json'))).toContain('waitForElement');
  });
});

test('the places of a text are taken apart', () => {
  expect(parseTyped('CORP\\{{username}}')).toEqual(['CORP\\', { name: 'username', digit: null }]);
  expect(parseTyped('{{totp|digit:6}}')).toEqual([{ name: 'totp', digit: 6 }]);
  expect(parseTyped('{{totp|digit:9}}')).toBeNull();
  expect(parseTyped('{{password|upper}}')).toBeNull();
  expect(parseTyped('{ "a": 1 }')).toEqual(['{ "a": 1 }']);
});

test('keys are known by the names that recordings give them', () => {
  expect(['NumpadEnter', '\r', ' ', 'ShiftLeft', 'Tab', 'a', 'F5'].map(signInKeyOf)).toEqual([
    'Enter',
    'Enter',
    'Space',
    'Shift',
    'Tab',
    null,
    null,
  ]);
});
