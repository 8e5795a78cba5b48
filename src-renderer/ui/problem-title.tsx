import type { Problem } from '#shared/errors/problem.ts';
import { problemHeadline } from '../words/problem-headline.ts';

export interface ProblemTitleProps {
  readonly problem: Pick<Problem, 'code' | 'message'>;
}

/**
 * The headline of a Problem: a sentence in the language of the page where there is one, above the engine's English
 * message.
 */
export function ProblemTitle({ problem: { code, message } }: ProblemTitleProps) {
  const headline = problemHeadline(code);
  if (headline === null) return <span lang="en">{message}</span>;
  return (
    <>
      {headline}
      <span className="problem-original" lang="en">
        {message}
      </span>
    </>
  );
}
