/** Why an act of a recording is no act of a sign-in, and what to do instead. */
interface RefusedAct {
  readonly reason: string;
  readonly fix: string;
}

const evaluatesScript = 'A sign-in evaluates no script.';

/** Acts of the format that no sign-in may hold, by their type. */
export const refusedActs: Readonly<Record<string, RefusedAct>> = {
  waitForExpression: {
    reason: evaluatesScript,
    fix: 'Use waitForElement with a selector of what the page then shows.',
  },
  customStep: {
    reason: evaluatesScript,
    fix: 'Remove the act, or record what it does with clicks and typed values.',
  },
  emulateNetworkConditions: {
    reason: 'A sign-in is played on the network as it is.',
    fix: 'Remove the act, or record again without throttling.',
  },
};
