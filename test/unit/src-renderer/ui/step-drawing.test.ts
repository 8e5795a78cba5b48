import { describe, expect, test } from 'vitest';
import { drawStep } from '#renderer/ui/step-drawing.ts';
import { step } from '../features/flows/runs.ts';

describe('the drawing of a step', () => {
  test('runs from the middle of one lane to the middle of the other', () => {
    expect(drawStep(step({ from: 'browser', to: 'as' }))).toMatchObject({
      leftPercent: 12.5,
      widthPercent: 50,
      isReversed: false,
    });
    expect(drawStep(step({ from: 'rs', to: 'as' }))).toMatchObject({
      leftPercent: 62.5,
      widthPercent: 25,
      isReversed: true,
    });
  });

  test('is solid for what happened and ends in a bar where the server refused', () => {
    expect(drawStep(step())).toMatchObject({ request: 'solid', response: 'plain' });
    expect(drawStep(step({ state: 'failed', status: 400 }))).toMatchObject({
      request: 'solid',
      response: 'refused',
    });
  });

  test('is cut where no answer came', () => {
    expect(drawStep(step({ state: 'failed', status: null }))).toMatchObject({
      request: 'cut',
      response: 'none',
    });
  });

  test('is dashed for what has not happened, is held, or happened where nobody could look', () => {
    const none = { status: null, clientExchangeId: null, serverExchangeId: null };
    for (const state of ['not-reached', 'waiting', 'current', 'unseen'] as const) {
      expect(drawStep(step({ ...none, state }))).toMatchObject({ request: 'dashed', response: 'none' });
    }
  });
});
