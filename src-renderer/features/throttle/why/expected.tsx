import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ProblemTitle } from '#renderer/ui/problem-title.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { Fix } from '../policy/fix.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { useExpectations } from './use-expectations.ts';

const messages = labMessages.throttle.expected;

const verdicts = { PASSED: 'passed', FAILED: 'failed', WARNING: 'warning' } as const;

/** The expectations of this policy's preset, compared with the simulation; and the warnings about the policy. */
export function Expected({ lab }: { readonly lab: Lab }) {
  const checked = useExpectations(lab.simulation.outcome);
  const warnings = lab.simulation.outcome?.result.warnings ?? [];
  if (checked.length + warnings.length === 0) return null;
  return (
    <section className="lab-expected" aria-label={messages.title}>
      <PaneHead title={messages.title} />
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
          {warnings.map((warning) => (
            <li key={`${warning.code} ${warning.pointer} ${warning.message}`}>
              <Verdict of="warning" bare />
              <p className="wrap" data-words="data">
                <ProblemTitle problem={warning} /> <Fix problem={warning} />
              </p>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </section>
  );
}
