import { Info } from 'lucide-react';
import type { Problem } from '#shared/errors/problem.ts';
import { locationText } from '../api/problem.ts';
import { useAnnounced } from '../ui/announcer.tsx';
import { Drawn, Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { ProblemTitle } from '../ui/problem-title.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.problems;

const drawings = { error: 'failed', warning: 'warning' } as const;
const tones = { error: 'problem failed', warning: 'problem warning', notice: 'problem' } as const;

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { severity } = problem;
  return (
    <li className={tones[severity]}>
      {severity === 'notice' ? <Icon of={Info} small /> : <Drawn name={drawings[severity]} small />}
      <div>
        <p className="label">{messages.severities[severity]}</p>
        <p className="wrap">
          <ProblemTitle problem={problem} />
        </p>
        {problem.location === undefined ? null : (
          <p className="ref mono wrap">{locationText(problem.location)}</p>
        )}
        {problem.cause === undefined ? null : (
          <p className="muted wrap" lang="en">
            {problem.cause}
          </p>
        )}
        {problem.fix === undefined ? null : (
          <p className="wrap">
            {messages.fix} <span lang="en">{problem.fix}</span>
          </p>
        )}
      </div>
    </li>
  );
}

/** The summary in the status bar: errors and warnings are problems, notices are not. */
export function problemsSummary(problems: readonly Problem[]): {
  readonly text: string;
  readonly count: number;
  readonly worst: Problem['severity'];
} {
  const count = problems.filter(({ severity }) => severity !== 'notice').length;
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  return {
    text: sharedMessages.status.problems(count),
    count,
    worst: hasErrors ? 'error' : count > 0 ? 'warning' : 'notice',
  };
}

const bars = { error: 'bar-item c-danger', warning: 'bar-item c-warn', notice: 'bar-item' } as const;
const order = ['error', 'warning', 'notice'] as const;

/** How many things are wrong with the workspace, and the list of them, the worst first. */
export function ProblemsItem({ problems }: { readonly problems: readonly Problem[] }) {
  const { text, worst } = problemsSummary(problems);
  useAnnounced(text);
  const listed = problems.toSorted(
    (left, right) => order.indexOf(left.severity) - order.indexOf(right.severity),
  );
  return (
    <Popover
      title={messages.title}
      isList
      triggerClass={bars[worst]}
      trigger={
        <>
          {worst === 'notice' ? null : <Drawn name={drawings[worst]} small />}
          {text}
        </>
      }
    >
      {listed.length === 0 ? (
        <p className="muted">{messages.none}</p>
      ) : (
        <ul className="problems">
          {listed.map((problem, index) => (
            <ProblemRow key={`${index} ${problem.code}`} problem={problem} />
          ))}
        </ul>
      )}
    </Popover>
  );
}
