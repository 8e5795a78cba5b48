/** Why an act of a recording is no act of a sign-in, and what to do instead. */
interface RefusedAct {
  readonly reason: string;
  readonly fix: string;
}

const evaluatesScript = 'A sign-in runs no scripts.';

/** Acts of the format that no sign-in may hold, by their type. */
export const refusedActs: Readonly<Record<string, RefusedAct>> = {
  waitForExpression: {
    reason: evaluatesScript,
    fix: 'Use waitForElement with a selector of an element that the page then shows.',
  },
  customStep: {
    reason: evaluatesScript,
    fix: 'Remove the action, or record its effect with clicks and typed values.',
  },
  emulateNetworkConditions: {
    reason: 'A sign-in does not change network conditions.',
    fix: 'Remove the action, or record again without throttling.',
  },
};
