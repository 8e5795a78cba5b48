export { evaluateAssertion } from './assertion.ts';
export { decisionsIn } from './decisions.ts';
export { explainDecision } from './explain.ts';
export { simulate } from './simulate.ts';
export type * from './types.ts';
