import type { ReactNode } from 'react';
import { Verdict } from '#renderer/ui/verdict.tsx';
import type { ChangeKind, ContractEntry } from '#shared/contract/index.ts';
import { type Impact, impactOf } from './entries.ts';
import { messages } from './words.ts';

const shapes: Readonly<Record<ChangeKind, ReactNode>> = {
  added: <circle cx="6" cy="6" r="4.25" />,
  changed: <path d="M6 .9 11.1 6 6 11.1.9 6z" />,
  deprecated: <path d="M.8 1.6h10.4L6 11z" />,
  removed: <path d="M1.5 1.5h9v9h-9z" />,
};

export interface MarkProps {
  readonly kind: ChangeKind;
  readonly impact: Impact;
}

/** The shape of a kind of change: full where it breaks, dotted where the same call does something else, else hollow. */
export function Mark({ kind, impact }: MarkProps) {
  return (
    <svg
      className={`ch-mark ${impact === 'deprecation' ? 'additive' : impact}`}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {shapes[kind]}
      {impact === 'behaviour' ? (
        <circle className="dot-in" cx="6" cy={kind === 'deprecated' ? 5 : 6} r="1.5" />
      ) : null}
    </svg>
  );
}

/** The impact of a change as a verdict; an additive change is shown in plain text. */
export function ImpactWord({ entry }: { readonly entry: Pick<ContractEntry, 'breaking' | 'kind'> }) {
  const impact = impactOf(entry);
  if (impact === 'additive') return <span className="ref">{messages.impacts.additive}</span>;
  return <Verdict bare of={impact === 'breaking' ? 'failed' : 'warning'} word={messages.impacts[impact]} />;
}
