import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Problem } from '#shared/errors/problem.ts';
import { locationText, problemText } from '../api/problem.ts';
import { problemHeadline } from '../words/problem-headline.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { SmallGhostButton } from './button.tsx';
import { copyText } from './copy.ts';
import { Drawn } from './icon.tsx';
import { ProblemTitle } from './problem-title.tsx';

export interface NoteProps {
  readonly kind: 'failed' | 'warning' | 'neutral';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

const drawings = { failed: 'failed', warning: 'warning', neutral: 'inconclusive' } as const;

/** A message in the pane that it concerns: what, why, what to do, then the buttons. */
export function Note({ kind, title, children, actions }: NoteProps) {
  return (
    <div className={`note ${kind}`} role={kind === 'failed' ? 'alert' : undefined}>
      <Drawn name={drawings[kind]} />
      <b>{title}</b>
      {children}
      {actions === undefined ? null : <div className="row">{actions}</div>}
    </div>
  );
}

export interface ProblemNoteProps {
  readonly problem: Problem;
  readonly actions?: ReactNode;
}

function CopyDetails({ problem }: Pick<ProblemNoteProps, 'problem'>) {
  return (
    <SmallGhostButton onPress={() => void copyText(problemText(problem), sharedMessages.common.copied)}>
      {sharedMessages.common.copyDetails}
    </SmallGhostButton>
  );
}

/** The parts of a Problem below its title. */
function ProblemParts({ problem }: Pick<ProblemNoteProps, 'problem'>) {
  return (
    <>
      {problem.cause === undefined ? null : (
        <p className="wrap" lang="en">
          {problem.cause}
        </p>
      )}
      {problem.fix === undefined ? null : (
        <p className="wrap" lang="en">
          {problem.fix}
        </p>
      )}
      <p className="ref mono wrap">
        {problem.location === undefined ? problem.code : `${problem.code}, ${locationText(problem.location)}`}
      </p>
    </>
  );
}

/** A Problem in one line above the panes of a screen: title, fix and acts; the rest unfolds. */
export function ProblemLine({ problem, actions }: ProblemNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const kind = problem.severity === 'error' ? 'failed' : 'warning';
  const headline = problemHeadline(problem.code);
  return (
    <div className={`note problem-line ${kind}`} role={kind === 'failed' ? 'alert' : undefined}>
      <Drawn name={drawings[kind]} />
      <span className="clip">
        <b lang={headline === null ? 'en' : undefined}>{headline ?? problem.message}</b>{' '}
        {isOpen || problem.location === undefined ? null : (
          <span className="ref mono">{locationText(problem.location)} </span>
        )}
        {isOpen || problem.fix === undefined ? null : (
          <span className="muted" lang="en" title={problem.fix}>
            {problem.fix}
          </span>
        )}
      </span>
      <div className="row">
        {actions}
        <SmallGhostButton
          icon={isOpen ? ChevronDown : ChevronRight}
          expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          {sharedMessages.common.details}
        </SmallGhostButton>
      </div>
      {isOpen ? (
        <>
          {headline === null ? null : (
            <p className="wrap" lang="en">
              {problem.message}
            </p>
          )}
          <ProblemParts problem={problem} />
          <div className="row">
            <CopyDetails problem={problem} />
          </div>
        </>
      ) : null}
    </div>
  );
}

/** A Problem as a note: message, cause, fix, place, and its details to copy. */
export function ProblemNote({ problem, actions }: ProblemNoteProps) {
  return (
    <Note
      kind={problem.severity === 'error' ? 'failed' : 'warning'}
      title={<ProblemTitle problem={problem} />}
      actions={
        <>
          {actions}
          <CopyDetails problem={problem} />
        </>
      }
    >
      <ProblemParts problem={problem} />
    </Note>
  );
}
