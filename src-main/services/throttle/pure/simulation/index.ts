export { evaluateAssertion } from './assertion.ts';
export { decisionsIn } from './decisions.ts';
export { simulate } from './simulate.ts';
