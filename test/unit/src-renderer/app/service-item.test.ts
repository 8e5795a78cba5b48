import { expect, test } from 'vitest';
import { portBehindName } from '#renderer/app/service-item.tsx';

test('a service is shown with its port, and without one while it has none', () => {
  expect(portBehindName(9031)).toBe(' 9031');
  expect(portBehindName(0)).toBe('');
});
