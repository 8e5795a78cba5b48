import type { Problem } from '#shared/errors/problem.ts';
import { placeText } from '../api/problem.ts';
import { Drawn } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { strings } from './strings.ts';

const words = strings.problems;

function ProblemRow({ problem }: { readonly problem: Problem }) {
  return (
    <li className={`problem ${problem.severity === 'error' ? 'failed' : 'warning'}`}>
      <Drawn name={problem.severity === 'error' ? 'failed' : 'warning'} small />
      <div>
        <p className="wrap">{problem.message}</p>
        {problem.location === undefined ? null : (
          <p className="ref mono wrap">{placeText(problem.location)}</p>
        )}
        {problem.cause === undefined ? null : <p className="muted wrap">{problem.cause}</p>}
        {problem.fix === undefined ? null : (
          <p className="wrap">
            {words.fix} {problem.fix}
          </p>
        )}
      </div>
    </li>
  );
}

/** How many things are wrong with the workspace, and the list of them. */
export function ProblemsItem({ problems }: { readonly problems: readonly Problem[] }) {
  const hasErrors = problems.some((problem) => problem.severity === 'error');
  const tone = hasErrors ? ' c-danger' : ' c-warn';
  return (
    <Popover
      title={words.title}
      triggerClass={problems.length === 0 ? 'bar-item' : `bar-item${tone}`}
      trigger={
        <>
          {problems.length === 0 ? null : <Drawn name={hasErrors ? 'failed' : 'warning'} small />}
          {strings.status.problems(problems.length)}
        </>
      }
    >
      {problems.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="problems">
          {problems.map((problem, index) => (
            <ProblemRow key={`${index} ${problem.code}`} problem={problem} />
          ))}
        </ul>
      )}
    </Popover>
  );
}
