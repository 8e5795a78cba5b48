import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Cell } from '#renderer/ui/cell.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { numbers, Table, unseen } from '#renderer/ui/table.tsx';
import { setAt } from '#renderer/workbench/json-edits.ts';
import { labMessages } from '../words.ts';
import { type RateFields, requestsValue, withRenamedStatus, withStatus } from './policy-document.ts';
import { findingAt, type Policy } from './use-policy.ts';

const messages = labMessages.throttle.policy;

interface RateCellsProps {
  readonly policy: Policy;
  readonly rate: RateFields;
  readonly name: string;
}

/** Requests and duration of one rate. */
function RateCells({ policy, rate, name }: RateCellsProps) {
  const { file, findings } = policy;
  const set = (member: 'numberOfRequests' | 'duration') => (value: string) =>
    policy.change(
      setAt(file.text, [...rate.path, member], member === 'duration' ? value : requestsValue(value)),
    );
  const isBad = (member: string) => findingAt(findings, [...rate.path, member])?.severity === 'error';
  return (
    <>
      <td className="num">
        <Cell
          label={messages.requestsOf(name)}
          value={rate.requests}
          isNumber
          isBad={isBad('numberOfRequests')}
          onChange={set('numberOfRequests')}
        />
      </td>
      <td className="muted">{messages.columns.per}</td>
      <td>
        <Cell
          label={messages.durationOf(name)}
          value={rate.duration}
          isBad={isBad('duration')}
          onChange={set('duration')}
        />
      </td>
    </>
  );
}

/** The name of a status: it takes the place of the old one when the field is left. */
function StatusCell({ policy, status }: { readonly policy: Policy; readonly status: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { form, file } = policy;
  if (form === null) return null;
  const isTaken = typed !== null && typed !== status && form.rates.some((rate) => rate.status === typed);
  const leave = () => {
    if (typed !== null && !isTaken) policy.change(withRenamedStatus(file.text, form, status, typed));
    setTyped(null);
  };
  return (
    <input
      className="in mono cell"
      aria-label={messages.statusOf(status)}
      aria-invalid={isTaken ? true : undefined}
      title={isTaken ? messages.taken(typed) : undefined}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? status}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}

function Messages({ policy }: { readonly policy: Policy }) {
  const { form, findings } = policy;
  const paths = [form?.ratesPath, form?.defaultRate?.path, form?.rate?.path].filter(
    (path) => path !== undefined,
  );
  const found = new Set(paths.map((path) => findingAt(findings, path)));
  return [...found].map((finding) =>
    finding === null ? null : (
      <p key={finding.pointer} className={finding.severity === 'error' ? 'help bad' : 'help'}>
        <Drawn name={finding.severity === 'error' ? 'failed' : 'warning'} small />
        <span lang="en">{`${finding.message} ${finding.fix}`}</span>
      </p>
    ),
  );
}

export interface RatesTableProps {
  readonly policy: Policy;
  /** The status of the group that the charts show. */
  readonly chosenStatus: string | null;
}

/** The rates of a policy: by status, then the default; or the one of every group. */
export function RatesTable({ policy, chosenStatus }: RatesTableProps) {
  const { form, file } = policy;
  if (form === null) return null;
  const { kind, rates, rate, defaultRate } = form;
  return (
    <>
      <Table
        label={messages.rates}
        className="rows rates"
        columns={[
          messages.columns.status,
          numbers(messages.columns.requests),
          unseen(messages.columns.per),
          messages.columns.duration,
          null,
        ]}
      >
        {rates.map((entry) => (
          <tr key={entry.status} aria-selected={entry.status === chosenStatus}>
            <td>
              <StatusCell policy={policy} status={entry.status} />
            </td>
            <RateCells policy={policy} rate={entry} name={entry.status} />
            <td className="acts-cell">
              <SmallGhostButton
                icon={X}
                label={messages.removeStatus(entry.status)}
                onPress={() => policy.change(setAt(file.text, entry.path, undefined))}
              />
            </td>
          </tr>
        ))}
        {[rate, defaultRate].map((entry, at) =>
          entry === null ? null : (
            <tr key={at === 0 ? 'rate' : 'default'}>
              <td className="mono fixed-cell">{at === 0 ? messages.everyGroup : messages.defaultStatus}</td>
              <RateCells
                policy={policy}
                rate={entry}
                name={at === 0 ? messages.everyGroup : messages.defaultStatus}
              />
              <td aria-hidden="true" />
            </tr>
          ),
        )}
      </Table>
      <Messages policy={policy} />
      {kind === 'mapped' ? (
        <SmallGhostButton icon={Plus} onPress={() => policy.change(withStatus(file.text, form))}>
          {messages.addStatus}
        </SmallGhostButton>
      ) : null}
    </>
  );
}
