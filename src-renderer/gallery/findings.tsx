import { CornerDownRight, Pencil } from 'lucide-react';
import type { Job } from '#shared/api/index.ts';
import type { DecisionTrace } from '#shared/exchange/trace.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon, type Verdict as VerdictName } from '../ui/icon.tsx';
import { JobRow } from '../ui/job-row.tsx';
import { Rail } from '../ui/rail.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { Part } from './part.tsx';

const verdicts: readonly VerdictName[] = ['passed', 'failed', 'warning', 'review', 'skipped', 'inconclusive'];

/** Verdicts, badges and bindings. */
export function Verdicts() {
  return (
    <Part
      title="Verdicts"
      text="Shape, word, then colour. The outline differs too, so they hold in print and for every eye."
    >
      <div className="row wraps">
        {verdicts.map((name) => (
          <Verdict key={name} of={name} />
        ))}
      </div>
      <div className="row wraps">
        {verdicts.map((name) => (
          <Verdict key={name} of={name} bare />
        ))}
      </div>
      <div className="row wraps">
        <Badge lane="browser">Browser</Badge>
        <Badge lane="client">Client</Badge>
        <Badge lane="as">AS</Badge>
        <Badge lane="rs">RS</Badge>
        <Badge>gold</Badge>
        <Badge>
          <span className="mono">02-orders.json</span>
        </Badge>
        <span className="bind">
          <Icon of={CornerDownRight} small />
          from step 3
        </span>
        <span className="bind edited">
          <Icon of={Pencil} small />
          edited: 1 byte
        </span>
      </div>
    </Part>
  );
}

const cases = [
  {
    id: 'RT-01',
    tried: 'Refresh asks for a wider scope',
    clause: 'RFC 6749 §6',
    millis: '12',
    verdict: 'passed',
  },
  {
    id: 'RT-04',
    tried: 'Rolled refresh token is used again',
    clause: 'RFC 9700 §4.14.2',
    millis: '38',
    verdict: 'failed',
  },
  {
    id: 'RT-07',
    tried: 'Two refreshes at the same instant',
    clause: 'RFC 9700 §4.14.2',
    millis: '1,204',
    verdict: 'inconclusive',
  },
  {
    id: 'CC-02',
    tried: 'Secret in the query string',
    clause: 'RFC 6749 §2.3.1',
    millis: '0',
    verdict: 'skipped',
  },
] as const;

/** Rows of a table. */
export function Rows() {
  return (
    <Part
      title="Rows"
      text="Hairlines, no boxes. Words left, numbers right. The selected row carries the accent bar."
    >
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">What is tried</th>
            <th scope="col">Clause</th>
            <th scope="col" className="num">
              ms
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ id, tried, clause, millis, verdict }) => (
            <tr key={id} className={id === 'RT-04' ? 'chosen' : undefined}>
              <td className="mono">{id}</td>
              <td>{tried}</td>
              <td className="ref">{clause}</td>
              <td className="num mono">{millis}</td>
              <td>
                <Verdict of={verdict} bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

const trace: DecisionTrace = {
  pipeline: 'token',
  rules: [
    { id: 'client', rule: 'Client authenticated: Basic', clause: 'RFC 6749 §2.3.1', outcome: 'passed' },
    { id: 'given', rule: 'Code is present', clause: 'RFC 6749 §4.1.3', outcome: 'passed' },
    { id: 'used', rule: 'Code has not been used', clause: 'RFC 6749 §4.1.2', outcome: 'passed' },
    {
      id: 'pkce',
      rule: 'code_verifier matches the challenge',
      clause: 'RFC 7636 §4.6',
      outcome: 'failed',
      want: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      got: 'gMhFviSMvh4p6Dk0JJBqmff50a_bngH3n_i14zTH5Z4',
    },
    { id: 'issue', rule: 'Access and refresh token are issued', clause: 'RFC 6749 §5.1', outcome: 'never' },
  ],
  effect: 'nothing issued. The code is used up: start again at step 2.',
};

/** The rules of a decision, in their order. */
export function Rails() {
  return (
    <Part title="Rail" text="Solid: it happened. Bar: it was refused. Dotted: it never came to this.">
      <div className="bleed">
        <Rail trace={trace} />
      </div>
    </Part>
  );
}

const job: Job = {
  id: 'one',
  kind: 'import',
  title: 'Import 3',
  state: 'running',
  done: 7_810,
  total: 12_400,
  unit: 'rows',
  note: '',
  pausable: true,
  startedAtMillis: 0,
  endedAtMillis: null,
  problem: null,
};

/** Long work. */
export function Jobs() {
  return (
    <Part title="Jobs" text="Say what is done, what is left and what Cancel will leave behind.">
      <ul className="bleed">
        <JobRow job={job} onAct={() => undefined} />
        <JobRow
          job={{
            ...job,
            id: 'two',
            title: 'Attack catalogue',
            state: 'paused',
            done: 60,
            total: 147,
            unit: 'cases',
            note: 'What was sent stays recorded.',
          }}
          onAct={() => undefined}
        />
      </ul>
    </Part>
  );
}
