export { assertNever } from './assert-never.ts';
export { type ErrorCode, errorCodes } from './codes.ts';
export { GatehouseError } from './gatehouse-error.ts';
export { type Problem, type ProblemLocation, problemSchema } from './problem.ts';
