import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { setAt } from '#renderer/workbench/json-edits.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { ChainOrder } from './chain-order.tsx';
import { withDefaultRate, withoutDefaultRate } from './default-rate.ts';
import { ExpressionField } from './expression-field.tsx';
import { CleaningField, FilterOptions } from './filter-options.tsx';
import { type PolicyForm as Form, policyKinds, withKind } from './policy-document.ts';
import { RatesTable } from './rates-table.tsx';
import { findingAt, type Policy } from './use-policy.ts';

const messages = labMessages.throttle.policy;

const kindOptions = policyKinds.map((id) => ({ id, label: messages.kinds[id] }));

/** Returns the grouping result of the last simulation. */
function groupsText({ simulation }: Lab, { group }: Form): string {
  const result = simulation.outcome?.result;
  if (group.trim() === '') return messages.groupNone;
  if (result === undefined) return '';
  return messages.groupsNow(result.groupCount, result.groups[0]?.label ?? '');
}

function KindChoice({ policy, form }: { readonly policy: Policy; readonly form: Form }) {
  return (
    <Select
      label={messages.kind}
      options={kindOptions}
      value={form.kind === 'unclear' ? null : form.kind}
      onChange={(id) => {
        const kind = policyKinds.find((candidate) => candidate === id);
        if (kind !== undefined && kind !== form.kind && policy.filter !== null)
          policy.change(withKind(policy.file.text, policy.filter, form, kind));
      }}
    />
  );
}

/** Enables a default rate for requests to which a script assigns none. */
function DefaultChoice({ policy, form }: { readonly policy: Policy; readonly form: Form }) {
  const { filter, file } = policy;
  if (form.kind !== 'script' || filter === null) return null;
  return (
    <>
      <p className="help">{messages.scriptNote}</p>
      <Checkbox
        label={messages.addDefault}
        isChecked={form.isWrapped}
        onChange={(isChecked) =>
          policy.change(
            isChecked
              ? withDefaultRate(file.text, policy.document, filter)
              : withoutDefaultRate(file.text, policy.document, filter),
          )
        }
      />
      <p className="help">{form.isWrapped ? messages.wrapped : messages.unwrapped}</p>
    </>
  );
}

/** The status of the group that the charts show, as the policy mapped it. */
function chosenStatus({ charts, simulation, policy }: Lab): string | null {
  const { decision } = charts;
  if (decision !== null && decision.why === 'mapped') return decision.mapped;
  const group = simulation.outcome?.result.groups.find(({ key }) => key === charts.groupKey);
  const rates = policy.form?.rates ?? [];
  const fits = rates.filter(
    ({ requests, duration }) =>
      `${requests}/${duration}`.replaceAll(' ', '') === group?.rate.replaceAll(' ', ''),
  );
  return fits.length === 1 ? (fits[0]?.status ?? null) : null;
}

/** A throttling filter as a form; it edits the route document and leaves other members alone. */
export function PolicyForm({ lab }: { readonly lab: Lab }) {
  const { policy } = lab;
  const { form, findings, file } = policy;
  if (form === null) return null;
  const set = (path: Form['groupPath']) => (value: string) => policy.change(setAt(file.text, path, value));
  return (
    <>
      <div className="lab-form">
        <ExpressionField
          label={messages.group}
          value={form.group}
          help={groupsText(lab, form)}
          finding={findingAt(findings, form.groupPath)}
          onChange={set(form.groupPath)}
        />
        <span className="row wraps">
          <KindChoice policy={policy} form={form} />
          <CleaningField policy={policy} />
        </span>
        {form.kind === 'unclear' ? <Note kind="warning" title={messages.unclear} /> : null}
        {form.kind === 'mapped' ? (
          <ExpressionField
            label={messages.mapper}
            value={form.mapper}
            finding={findingAt(findings, form.mapperPath)}
            onChange={set(form.mapperPath)}
          />
        ) : null}
        <DefaultChoice policy={policy} form={form} />
      </div>
      <RatesTable policy={policy} chosenStatus={chosenStatus(lab)} />
      <FilterOptions policy={policy} />
      <ChainOrder policy={policy} />
    </>
  );
}
