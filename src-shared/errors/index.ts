export { assertNever } from './assert-never.ts';
export { GatehouseError } from './gatehouse-error.ts';
export type { Problem, ProblemLocation } from './problem.ts';
