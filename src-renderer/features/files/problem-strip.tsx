import { useRef, useState } from 'react';
import type { PlainEdit } from '#shared/contract/text-edits.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { Button } from '../../ui/button.tsx';
import type { EditorMark } from '../../ui/code-editor/code-editor.tsx';
import { Drawn } from '../../ui/icon.tsx';
import { ProblemTitle } from '../../ui/problem-title.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { useTab } from '../../workbench/tab-context.tsx';

const messages = sharedMessages.files;

export interface Place {
  readonly line: number;
  readonly column: number;
}

function placeOf({ location }: Problem): Place {
  return { line: location?.line ?? 1, column: location?.column ?? 1 };
}

const marksByProblems = new WeakMap<readonly Problem[], readonly EditorMark[]>();

/** The marks of problems in the text; the same list for the same problems. */
export function marksOf(problems: readonly Problem[]): readonly EditorMark[] {
  const known = marksByProblems.get(problems);
  if (known !== undefined) return known;
  const marks = problems.map((problem) => ({
    severity: problem.severity,
    message: problem.message,
    ...placeOf(problem),
  }));
  marksByProblems.set(problems, marks);
  return marks;
}

/** The place that an address names: `?at=line:column`. */
function positionIn(query: URLSearchParams | undefined): Place | null {
  const [line = Number.NaN, column = 1] = (query?.get('at') ?? '').split(':').map(Number);
  return Number.isInteger(line) && line > 0
    ? { line, column: Number.isInteger(column) && column > 0 ? column : 1 }
    : null;
}

/** Where the editor goes: to the address's place, then from problem to problem. */
export function useProblemPosition(problems: readonly Problem[]) {
  const { address, path } = useTab();
  const [place, setPlace] = useState<Place | null>(() => positionIn(address?.query));
  const [seenPath, setSeenPath] = useState(path);
  const at = useRef(-1);
  if (path !== seenPath) {
    setSeenPath(path);
    setPlace(positionIn(address?.query));
  }
  const goTo = (problem: Problem) => setPlace(placeOf(problem));
  const step = (by: 1 | -1) => () => {
    if (problems.length === 0) return;
    at.current = (Math.max(at.current, by === 1 ? -1 : 0) + by + problems.length) % problems.length;
    const problem = problems[at.current];
    if (problem !== undefined) goTo(problem);
  };
  return { place, goTo, next: step(1), previous: step(-1) };
}

export interface ProblemStripProps {
  readonly problems: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
  /** Makes the edits in the text that is being edited. */
  readonly onFix: (edits: readonly PlainEdit[]) => void;
}

const tones = { error: 'c-danger', warning: 'c-warn', notice: 'muted' } as const;
const drawings = { error: 'failed', warning: 'warning', notice: 'inconclusive' } as const;

/** The problems in the text that is being edited; each line leads to its place. */
export function ProblemStrip({ problems, onGo, onFix }: ProblemStripProps) {
  return (
    <section className="file-problems scroll" aria-label={messages.problemList}>
      <output className="label">
        {problems.length === 0 ? messages.noProblems : messages.problems(problems.length)}
      </output>
      <ul>
        {problems.map((problem, index) => (
          <li key={`${index} ${problem.message}`} className="row">
            <span className={tones[problem.severity]}>
              <Drawn name={drawings[problem.severity]} small />
            </span>
            <button type="button" className="lnk mono" onClick={() => onGo(problem)}>
              {messages.goTo(problem.location?.line ?? 1)}
            </button>
            <span className="wrap">
              <ProblemTitle problem={problem} />
            </span>
            {problem.actions?.map((action) =>
              action.kind === 'fix-finding' ? (
                <Button key={action.key} small onPress={() => onFix(action.edits)}>
                  {action.title}
                </Button>
              ) : null,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
