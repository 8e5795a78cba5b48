export { checkAttributes } from './check-attributes.ts';
export { convertValue, type ValueProblem } from './convert.ts';
