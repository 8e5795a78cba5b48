import type { ProfileRow } from '#shared/oauth/profiles/index.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Drawn } from '../../ui/icon.tsx';
import { attackPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.profileRules;
const drawings = { held: 'passed', missed: 'failed', 'not-examined': 'skipped' } as const;
const inks = { held: 'c-ok', missed: 'c-danger', 'not-examined': '' } as const;

/** One rule: its state, the reason and what to set, with the steps that enforce it and the cases that show it. */
function RuleLine({ row }: { readonly row: ProfileRow }) {
  const { title, clause, judgement, clients, steps, cases } = row;
  return (
    <li>
      <span className="row tight">
        <span className={`row tight ${inks[judgement.state]}`}>
          <Drawn name={drawings[judgement.state]} small />
          <span className="vh">{messages.states[judgement.state]}: </span>
        </span>
        <span className="strong wrap">{title}</span>
      </span>
      <span className="ref">{clause}</span>
      {judgement.state === 'held' ? null : <p className="wrap">{judgement.why}</p>}
      {judgement.state === 'missed' ? <p className="wrap">{judgement.fix}</p> : null}
      {clients.length === 0 ? null : <p className="wrap mono">{messages.byClients(clients.join(', '))}</p>}
      {steps.length + cases.length === 0 ? null : (
        <p className="rule-proof">
          <span className="ref mono wrap">{steps.join('  ')}</span>
          {cases.map((id) => (
            <SmallGhostButton key={id} label={messages.caseOf(id)} onPress={() => openLink(attackPath(id))}>
              {id}
            </SmallGhostButton>
          ))}
        </p>
      )}
    </li>
  );
}

/** Rules of a profile, a line each. */
export function RuleList({ rows }: { readonly rows: readonly ProfileRow[] }) {
  return (
    <ul className="finding-list rule-list" data-words="data">
      {rows.map((row) => (
        <RuleLine key={row.id} row={row} />
      ))}
    </ul>
  );
}
