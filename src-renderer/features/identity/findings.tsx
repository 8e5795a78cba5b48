import type { LintFinding } from '#shared/oauth/client-lint/index.ts';
import { Drawn } from '../../ui/icon.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;
const drawings = { error: 'failed', warning: 'warning', notice: 'inconclusive' } as const;
const inks = { error: 'c-danger', warning: 'c-warn', notice: 'c-info' } as const;

interface FindingsProps {
  readonly findings: readonly LintFinding[];
}

/** The findings at one member, shown beside its field. */
export function FindingsAt({ findings, pointer }: FindingsProps & { readonly pointer: string }) {
  const here = findings.filter(({ places }) => places.includes(pointer));
  if (here.length === 0) return null;
  return (
    <ul className="findings-at" data-words="data">
      {here.map(({ id, severity, title, clause }) => (
        <li key={id} className={inks[severity]}>
          <Drawn name={drawings[severity]} small />
          <span className="wrap">{title}</span>
          <span className="ref">{clause}</span>
        </li>
      ))}
    </ul>
  );
}

/** The lint of a client: each finding with its clause and what to do. */
export function FindingList({ findings }: FindingsProps) {
  if (findings.length === 0)
    return (
      <p className="row tight">
        <span className="row tight c-ok">
          <Drawn name="passed" small />
        </span>
        {messages.noFindings}
      </p>
    );
  return (
    <ul className="finding-list" data-words="data">
      {findings.map(({ id, severity, title, clause, fix, places }) => (
        <li key={id}>
          <span className={`row tight ${inks[severity]}`}>
            <Drawn name={drawings[severity]} small />
            <span className="vh">{messages.severities[severity]}: </span>
            <span className="strong wrap">{title}</span>
          </span>
          <span className="ref">{clause}</span>
          <p className="wrap">{fix}</p>
          <p className="ref mono wrap">{places.join(' ')}</p>
        </li>
      ))}
    </ul>
  );
}

/** How many findings there are, by the gravest of them, for a line of a list. */
export function FindingMark({ findings }: FindingsProps) {
  const [gravest] = findings;
  // A notice is read in place; a list shows what needs to be fixed.
  const grave = findings.filter(({ severity }) => severity !== 'notice');
  if (gravest === undefined || grave.length === 0) return null;
  return (
    <span className={`row tight ${inks[gravest.severity]}`}>
      <Drawn name={drawings[gravest.severity]} small />
      <span aria-hidden="true">{grave.length}</span>
      <span className="vh">{messages.findingCount(grave.length)}</span>
    </span>
  );
}
