import { expect, test } from 'vitest';
import { drawingPause } from '#renderer/api/drawing-pause.ts';

test('a flood of lines is drawn less often than single ones', () => {
  expect(drawingPause(200)).toBeGreaterThan(drawingPause(1));
  expect(drawingPause(1)).toBeLessThanOrEqual(100);
});
