import { Select } from '#renderer/ui/select.tsx';
import type { ContractRule } from '#shared/api/index.ts';
import type { ContractEntry } from '#shared/contract/index.ts';
import { lintSeverities } from '#shared/contract/rule.ts';
import { MarkedText } from './marked-text.tsx';
import type { Contract } from './use-contract.ts';
import { messages } from './words.ts';

const usualId = 'usual';
const choices = [...lintSeverities, 'off'] as const;

interface RuleProps {
  readonly rule: ContractRule;
  readonly contract: Contract;
}

function severityWord(id: (typeof choices)[number]): string {
  return id === 'off' ? messages.entry.off : messages.severities[id];
}

function Severity({ rule, contract }: RuleProps) {
  const { settings } = contract.state;
  return (
    <Select
      label={messages.entry.severity(rule.id)}
      options={[
        { id: usualId, label: messages.entry.usual(messages.severities[rule.severity]) },
        ...choices.map((id) => ({ id, label: severityWord(id) })),
      ]}
      value={settings.severity[rule.id] ?? usualId}
      onChange={(chosen) => contract.acts.setSeverity(rule.id, choices.find((id) => id === chosen) ?? null)}
    />
  );
}

function Rule({ rule, contract }: RuleProps) {
  return (
    <li>
      <span className="ch-rule-head">
        <span className="mono">{rule.id}</span>
        <span className="strong wrap" data-words="data">
          <MarkedText text={rule.title} />
        </span>
      </span>
      {rule.isDetectable ? (
        <p className="muted wrap" data-words="data">
          <MarkedText text={rule.detection} />
        </p>
      ) : (
        <p className="muted">{messages.entry.notDetectable}</p>
      )}
      <span className="ch-rule-foot">
        {rule.isDetectable ? <Severity rule={rule} contract={contract} /> : null}
        <span className="ref">{messages.sources[rule.source]}</span>
      </span>
    </li>
  );
}

/** The rules that look for a change, and how much each counts in this workspace. */
export function EntryRules({
  entry,
  contract,
}: {
  readonly entry: ContractEntry;
  readonly contract: Contract;
}) {
  const rules = entry.rules.flatMap((id) => contract.history.rules.get(id) ?? []);
  return (
    <section className="ch-part">
      <h3 className="label">{messages.entry.rules}</h3>
      {rules.length === 0 ? <p className="muted">{messages.entry.noRules}</p> : null}
      <ul className="ch-rules">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} contract={contract} />
        ))}
      </ul>
    </section>
  );
}
