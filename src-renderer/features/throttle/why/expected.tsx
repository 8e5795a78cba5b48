import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { SimulatedBadge } from '../results/simulated-badge.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { useExpectations } from './use-expectations.ts';

const messages = labMessages.throttle.expected;

const verdicts = { PASSED: 'passed', FAILED: 'failed', WARNING: 'warning' } as const;

/** The expectations of this policy's preset, compared with the simulation. */
export function Expected({ lab }: { readonly lab: Lab }) {
  const checked = useExpectations(lab.simulation.outcome);
  if (checked.length === 0) return null;
  return (
    <section className="lab-expected" aria-label={messages.title}>
      <PaneHead title={messages.title}>
        <SimulatedBadge lab={lab} />
      </PaneHead>
      <ScrollRegion isBody label={messages.title}>
        <ul className="expectations">
          {checked.map(({ title, verdict, expected, actual }) => (
            <li key={title}>
              <Verdict of={verdicts[verdict]} bare />
              <p>{title}</p>
              {verdict === 'PASSED' ? null : (
                <dl className="cmp">
                  <dt>{messages.want}</dt>
                  <dd>{expected}</dd>
                  <dt>{messages.got}</dt>
                  <dd>{actual}</dd>
                </dl>
              )}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </section>
  );
}
