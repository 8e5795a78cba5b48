import { expect, test } from 'vitest';
import { resolvedValue } from '#renderer/features/flows/editor/resolved-value.ts';

const bindings = [
  { name: 'code', preview: '••••k0Qe', fromStep: 3 },
  { name: 'state', preview: 'n-0S6', fromStep: null },
  { name: 'later', preview: null, fromStep: null },
];

test.each([
  ['{{code}}', '= ••••k0Qe'],
  ['Bearer {{code}}-{{state}}', '= Bearer ••••k0Qe-n-0S6'],
  ['{{code|flip}}', 'code = ••••k0Qe'],
  ['{{later}}', ''],
  ['typed', ''],
])('%s stands for “%s”', (value, shown) => {
  expect(resolvedValue(value, bindings)).toBe(shown);
});
