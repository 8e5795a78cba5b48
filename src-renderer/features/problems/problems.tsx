import { ChevronDown, ChevronRight, CircleCheck, Info } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Problem } from '#shared/errors/problem.ts';
import { useAppStatus } from '../../api/live.ts';
import { locationText, problemText } from '../../api/problem.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Empty } from '../../ui/empty.tsx';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { ProblemTitle } from '../../ui/problem-title.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { useCommands } from '../../workbench/commands.ts';
import { ProblemActs } from '../../workbench/problem-acts.tsx';
import { useTabLabel } from '../../workbench/tab-context.tsx';
import { groupProblems, type ProblemFilter, sortProblems, statusProblems } from './problem-list.ts';
import './problems.css';

const messages = sharedMessages.problems;

const drawings = { error: 'failed', warning: 'warning' } as const;
const tones = { error: 'problem-row failed', warning: 'problem-row warning', notice: 'problem-row' } as const;

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { severity, message, cause, fix, location, code } = problem;
  // Each problem takes the focus, so that F8 and a screen reader can go from one to the next.
  const reachable = { tabIndex: -1 } as const;
  return (
    <li className={tones[severity]} data-problem {...reachable}>
      {severity === 'notice' ? <Icon of={Info} /> : <Drawn name={drawings[severity]} />}
      <div className="problem-text">
        <p className="problem-title wrap">
          <span className="vh">{messages.severities[severity]}: </span>
          <ProblemTitle problem={problem} />
        </p>
        {cause === undefined ? null : (
          <p className="muted wrap" lang="en">
            {cause}
          </p>
        )}
        {fix === undefined ? null : (
          <p className="wrap" lang="en">
            {fix}
          </p>
        )}
        <p className="ref mono wrap">
          {location === undefined ? code : `${code}, ${locationText(location)}`}
        </p>
        <div className="row wraps">
          <ProblemActs problem={problem} />
          <SmallGhostButton
            label={`${sharedMessages.common.copyDetails}: ${message}`}
            onPress={() => void copyText(problemText(problem), sharedMessages.common.copied)}
          >
            {sharedMessages.common.copyDetails}
          </SmallGhostButton>
        </div>
      </div>
    </li>
  );
}

interface GroupProps {
  readonly problems: readonly Problem[];
}

/** Problems of one kind in one line, which unfolds. */
function ProblemGroup({ problems }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [first] = problems;
  if (first === undefined) return null;
  const reachable = { tabIndex: -1 } as const;
  return (
    <>
      <li className={`${tones[first.severity]} problem-group`} data-problem {...reachable}>
        {first.severity === 'notice' ? <Icon of={Info} /> : <Drawn name={drawings[first.severity]} />}
        <button
          type="button"
          className="problem-fold"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="problem-title wrap">
            <span className="vh">{messages.severities[first.severity]}: </span>
            {isOpen ? messages.ofKind(problems.length) : <ProblemTitle problem={first} />}
          </span>
          {isOpen ? null : <span className="muted">{messages.moreOfKind(problems.length - 1)}</span>}
          <Icon of={isOpen ? ChevronDown : ChevronRight} small />
        </button>
      </li>
      {isOpen ? problems.map((problem) => <ProblemRow key={keyOf(problem)} problem={problem} />) : null}
    </>
  );
}

const keyOf = (problem: Problem) => JSON.stringify(problem);

/** F8 and Shift+F8 go from problem to problem. */
function useStepping(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const step = (by: 1 | -1) => () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-problem]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length]?.focus();
  };
  useCommands([
    { id: 'problems.next', title: messages.next, group: 'go', keys: ['f8'], run: step(1) },
    { id: 'problems.previous', title: messages.previous, group: 'go', keys: ['shift+f8'], run: step(-1) },
  ]);
  return list;
}

function Listed({ problems }: { readonly problems: readonly Problem[] }) {
  const list = useStepping();
  if (problems.length === 0) return <p className="remark">{messages.noneOfKind}</p>;
  return (
    <ScrollRegion label={messages.title}>
      <ul ref={list} className="problem-list">
        {groupProblems(problems).map((group) =>
          group.length === 1 ? (
            group.map((problem) => <ProblemRow key={keyOf(problem)} problem={problem} />)
          ) : (
            <ProblemGroup key={group.map(keyOf).join()} problems={group} />
          ),
        )}
      </ul>
    </ScrollRegion>
  );
}

/** Everything that is wrong in the workspace and its services, the worst first, each with its place and its fix. */
export function Problems() {
  useTabLabel(messages.tab);
  const [filter, setFilter] = useState<ProblemFilter>('all');
  const all = sortProblems(statusProblems(useAppStatus()));
  const count = (severity: Problem['severity']) =>
    all.filter((problem) => problem.severity === severity).length;
  if (all.length === 0)
    return <Empty icon={CircleCheck} title={messages.noneTitle} text={messages.noneText} />;
  return (
    <div className="problems-screen">
      <div className="toolbar">
        <h1 className="vh">{messages.title}</h1>
        <Segmented
          label={messages.filter}
          options={[
            { id: 'all', label: messages.all(all.length) },
            { id: 'error', label: messages.of.error(count('error')) },
            { id: 'warning', label: messages.of.warning(count('warning')) },
            { id: 'notice', label: messages.of.notice(count('notice')) },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <Listed problems={filter === 'all' ? all : all.filter(({ severity }) => severity === filter)} />
    </div>
  );
}
