import { ChevronDown, ChevronRight } from 'lucide-react';
import { Icon } from '#renderer/ui/icon.tsx';
import type { LintFinding } from '#shared/contract/index.ts';
import { holdsAt } from '#shared/contract/report.ts';
import { placeOf } from './between-export.ts';
import { FindingBody } from './finding-body.tsx';
import { MarkedText } from './marked-text.tsx';
import { SeverityMark } from './severity-mark.tsx';
import type { Contract } from './use-contract.ts';
import type { ContractView } from './view.ts';

export interface FindingRowProps {
  readonly finding: LintFinding;
  readonly contract: Contract;
  readonly date: string;
  readonly change: (part: Partial<ContractView>) => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A place in the work that a change affects; opened, it shows the problem and fixes it. */
export function FindingRow({ finding, contract, date, change, isOpen, onToggle }: FindingRowProps) {
  const counts = finding.ignored === null && holdsAt(finding.holds, date);
  return (
    <li>
      <button type="button" className="ch-place inset" aria-expanded={isOpen} onClick={onToggle}>
        <Icon of={isOpen ? ChevronDown : ChevronRight} small />
        <SeverityMark severity={finding.severity} isQuiet={!counts} />
        <span className="ch-place-text" data-words="data">
          <span className="wrap">
            <MarkedText text={finding.message} />
          </span>
          <span className="mono wrap">{placeOf(finding)}</span>
        </span>
      </button>
      {isOpen ? <FindingBody finding={finding} contract={contract} date={date} change={change} /> : null}
    </li>
  );
}
