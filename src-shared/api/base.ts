import { oc } from '@orpc/contract';
import { problemSchema } from '../errors/problem.ts';

/**
 * Root of every procedure: each failure that Gatehouse foresees is a typed `PROBLEM` error whose data has the
 * stable code, the message and the fix.
 */
export const procedure = oc.errors({ PROBLEM: { status: 422, data: problemSchema } });
