import { GitCompare } from 'lucide-react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import type { VariantReport } from '#shared/attacks/index.ts';
import type { CaseExchanges } from './case-exchanges.tsx';
import { CheckTable } from './check-table.tsx';
import { type ComparedExchanges, notableComparison } from './exchange-pairs.ts';
import { ExchangeTable } from './exchange-table.tsx';
import { VerdictMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

export interface VariantPartProps {
  readonly name: string;
  /** The result of the variant; null: it was not run. */
  readonly report: VariantReport | null;
  readonly isBusy: boolean;
  readonly onOpen: (variant: string, play: 'control' | 'mutant') => void;
  readonly onCompare: (pair: ComparedExchanges) => void;
  readonly exchanges: CaseExchanges;
}

/** One way in which a case attacks: its verdict, expected and actual results, and the ways to look closer. */
export function VariantPart({ name, report, isBusy, onOpen, onCompare, exchanges }: VariantPartProps) {
  const title = name === '' ? messages.theAttack : name;
  const compared = report === null ? null : notableComparison(report);
  const hasControl = report === null || report.control.exchanges.length > 0;
  return (
    <section className="attack-variant" aria-label={title}>
      <header className="row wraps">
        <h3 className="strong wrap" data-words={name === '' ? undefined : 'data'}>
          {title}
        </h3>
        {report === null ? null : <VerdictMark of={report.verdict} />}
        <span className="push row wraps">
          {compared === null ? null : (
            <SmallGhostButton icon={GitCompare} onPress={() => onCompare(compared)}>
              {messages.diff}
            </SmallGhostButton>
          )}
          {hasControl ? (
            <Button small disabled={isBusy} onPress={() => onOpen(name, 'control')}>
              {messages.openControl}
            </Button>
          ) : null}
          <Button small disabled={isBusy} onPress={() => onOpen(name, 'mutant')}>
            {messages.openMutant}
          </Button>
        </span>
      </header>
      {report === null || report.reason === '' ? null : (
        <p className="attack-reason wrap">
          <b className="strong">{messages.reason}</b> <span data-words="data">{report.reason}</span>
        </p>
      )}
      {report === null || report.checks.length === 0 ? null : <CheckTable checks={report.checks} />}
      {report === null ? null : (
        <ExchangeTable variant={report} onCompare={onCompare} exchanges={exchanges} />
      )}
    </section>
  );
}
