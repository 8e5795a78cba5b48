import { ChevronDown, ChevronRight } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Verdict, type VerdictProps } from '#renderer/ui/verdict.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import type { ClientCheckOutcome } from '#shared/flows/index.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { Clause } from '../explain/explain-pane.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowChecks;

const verdicts: Readonly<Record<Exclude<ClientCheckOutcome, 'not-reached'>, VerdictProps['of']>> = {
  passed: 'passed',
  failed: 'failed',
  remark: 'warning',
  'not-checked': 'skipped',
};

function OutcomeOf({ outcome }: { readonly outcome: ClientCheckOutcome }) {
  const word = messages.outcomes[outcome];
  if (outcome !== 'not-reached') return <Verdict of={verdicts[outcome]} bare word={word} />;
  return (
    <span className="verdict skipped bare">
      <Drawn name="never" small />
      {word}
    </span>
  );
}

function CheckList({ checks }: Pick<ChecksPaneProps, 'checks'>) {
  return (
    <ScrollRegion label={messages.region}>
      <dl className="explained">
        {checks.map(({ id, clause, outcome, sentence }) => (
          <div key={id}>
            <dt className="wrap">{messages.titles[id]}</dt>
            {sentence === '' ? null : (
              <dd className="wrap" data-words="data">
                {sentence}
              </dd>
            )}
            <dd className="row wraps">
              <Clause clause={clause} url={clauseUrl(clause)} />
              <span className="push">
                <OutcomeOf outcome={outcome} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </ScrollRegion>
  );
}

export interface ChecksPaneProps {
  readonly checks: FlowRun['checks'];
  /** How it folds to its head where it stands below another pane; absent: it does not. */
  readonly fold?: { readonly isOpen: boolean; readonly onToggle: () => void };
}

/** The checks of a conforming client in the answer of a step, with the outcome and the clause of each check. */
export function ChecksPane({ checks, fold }: ChecksPaneProps) {
  const isOpen = fold?.isOpen ?? true;
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <section aria-label={messages.title}>
      <PaneHead title={messages.title}>
        <span className="ref push">{messages.passed(passed, checks.length)}</span>
        {fold === undefined ? null : (
          <SmallGhostButton
            icon={isOpen ? ChevronDown : ChevronRight}
            label={isOpen ? messages.fold : messages.unfold}
            expanded={isOpen}
            onPress={fold.onToggle}
          />
        )}
      </PaneHead>
      {isOpen ? <CheckList checks={checks} /> : null}
    </section>
  );
}
