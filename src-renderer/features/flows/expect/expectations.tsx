import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.expectations;

const verdicts = { met: 'passed', broken: 'failed', open: 'skipped' } as const;

/** The expectations of a run beside its outcome; unfolded where one of them does not hold. */
export function Expectations({ run }: { readonly run: FlowRun }) {
  // Runs that an earlier version kept have none.
  const expectations = (run as Partial<FlowRun>).expectations ?? [];
  const [opened, setOpened] = useState<{ readonly run: string; readonly isOpen: boolean } | null>(null);
  if (expectations.length === 0) return null;
  const met = expectations.filter(({ outcome }) => outcome === 'met').length;
  const isBroken = expectations.some(({ outcome }) => outcome === 'broken');
  const isOpen = opened?.run === run.id ? opened.isOpen : isBroken;
  return (
    <section className="expectations" aria-label={messages.title}>
      <div className="row">
        <Verdict bare of={isBroken ? 'failed' : met === expectations.length ? 'passed' : 'skipped'} />
        <span>{messages.count(met, expectations.length)}</span>
        <span className="push" />
        <SmallGhostButton onPress={() => setOpened({ run: run.id, isOpen: !isOpen })}>
          {isOpen ? messages.fold : messages.unfold}
        </SmallGhostButton>
      </div>
      {isOpen ? (
        <Table
          label={messages.title}
          className="rows"
          columns={[messages.outcome, messages.step, messages.expected, messages.actual]}
        >
          {expectations.map(({ check, step, outcome, expected, actual }, at) => (
            <tr key={`${at} ${check}`}>
              <td>
                <Verdict bare of={verdicts[outcome]} word={messages.outcomes[outcome]} />
              </td>
              <td className="mono">{step ?? ''}</td>
              <td className="wrap" data-words="data">
                {expected === '' ? check : expected}
              </td>
              <td className="wrap" data-words="data">
                {actual}
              </td>
            </tr>
          ))}
        </Table>
      ) : null}
    </section>
  );
}
