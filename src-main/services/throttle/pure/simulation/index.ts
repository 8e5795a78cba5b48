export { evaluateAssertion } from './assertion.ts';
export { decisionsIn } from './decisions.ts';
export { findGroups } from './find-groups.ts';
export { simulate } from './simulate.ts';
export { countsIn } from './window-counts.ts';
