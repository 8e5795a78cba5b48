import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ProblemTitle } from '#renderer/ui/problem-title.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { Fix } from './fix.tsx';
import { listedFindings, nameOf } from './listed-findings.ts';

const messages = labMessages.throttle.policy;

/** Defects of the policy, by itself and on this traffic, with remedies. */
export function Findings({ lab }: { readonly lab: Lab }) {
  const { policy, simulation, isStale } = lab;
  const { outcome } = simulation;
  // Warnings about another policy would be untrue of this one.
  const warnings = outcome === null || isStale ? [] : outcome.result.warnings;
  const listed = listedFindings(policy.findings, warnings);
  const none = outcome === null ? messages.noFindingsYet : messages.noFindings;
  return (
    <section className="lab-expected" aria-label={messages.findings}>
      <PaneHead title={messages.findings} />
      <ScrollRegion isBody label={messages.findings}>
        {listed.length === 0 ? <p className="remark">{none}</p> : null}
        <ul className="lab-findings">
          {listed.map(({ problem, finding }) => {
            const isError = problem.severity === 'error';
            return (
              <li key={nameOf(problem)}>
                <span className={isError ? 'c-danger' : 'c-warn'}>
                  <Drawn name={isError ? 'failed' : 'warning'} small />
                </span>
                <span className="wrap" data-words="data">
                  <b>
                    <ProblemTitle problem={problem} />
                  </b>{' '}
                  <Fix problem={problem} />{' '}
                  {finding === null || finding.pointer === '' ? null : (
                    <button type="button" className="lnk" onClick={() => policy.goTo(finding)}>
                      {messages.goTo}
                    </button>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      </ScrollRegion>
    </section>
  );
}
