import { toProblem } from '../api/problem.ts';
import { problemHeadline } from '../words/problem-headline.ts';
import { toast } from './toast.tsx';

/** Says in passing that a call failed, and why. */
export function reportProblem(error: unknown): void {
  const { code, message } = toProblem(error);
  const headline = problemHeadline(code);
  toast(headline === null ? message : `${headline} ${message}`);
}
