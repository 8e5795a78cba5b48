import { Drawn } from '#renderer/ui/icon.tsx';
import { ProblemTitle } from '#renderer/ui/problem-title.tsx';
import { labMessages } from '../words.ts';
import { Fix } from './fix.tsx';
import type { RouteFinding } from './use-policy.ts';

const messages = labMessages.throttle.policy;

export interface FindingsProps {
  readonly findings: readonly RouteFinding[];
  /** Shows the place in the text of the route. */
  readonly onGo: (finding: RouteFinding) => void;
}

/** The errors and warnings of a policy, with remedies. */
export function Findings({ findings, onGo }: FindingsProps) {
  return (
    <section className="lab-part" aria-label={messages.findings}>
      <h3 className="label">{messages.findings}</h3>
      {findings.length === 0 ? <p className="help">{messages.noFindings}</p> : null}
      <ul className="lab-findings">
        {findings.map((finding) => {
          const isError = finding.severity === 'error';
          return (
            <li key={`${finding.code} ${finding.pointer} ${finding.message}`}>
              <span className={isError ? 'c-danger' : 'c-warn'}>
                <Drawn name={isError ? 'failed' : 'warning'} small />
              </span>
              <span className="wrap" data-words="data">
                <b>
                  <ProblemTitle problem={finding} />
                </b>{' '}
                <Fix problem={finding} />{' '}
                {finding.pointer === '' ? null : (
                  <button type="button" className="lnk" onClick={() => onGo(finding)}>
                    {messages.goTo}
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
