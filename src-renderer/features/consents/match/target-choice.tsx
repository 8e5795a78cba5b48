import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { ImportTarget } from '#shared/api/index.ts';
import type { Pace } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';
import { NewTargetDialog } from './new-target-dialog.tsx';

const messages = importMessages.imports.match;

function limitText(limit: Pace | null): string {
  return limit === null || limit.mode === 'learned'
    ? messages.limitLearned
    : messages.limitTold(limit.perSecond, limit.burst);
}

function Facts({ target }: { readonly target: ImportTarget }) {
  const { environmentId, baseUrl, region, limit } = target;
  return (
    <dl className="imp-facts">
      {region === '' ? null : (
        <div>
          <dt>{messages.region}</dt>
          <dd data-words="data">{region}</dd>
        </div>
      )}
      <div>
        <dt>{messages.environment}</dt>
        <dd className="mono">{environmentId}</dd>
      </div>
      <div>
        <dt>{messages.baseUrl}</dt>
        <dd className="mono">{baseUrl}</dd>
      </div>
      <div>
        <dt>{messages.limit}</dt>
        <dd className={limit?.mode === 'told' ? 'mono' : undefined}>{limitText(limit)}</dd>
      </div>
    </dl>
  );
}

export interface TargetChoiceProps {
  readonly targets: readonly ImportTarget[];
  readonly chosen: ImportTarget | null;
  readonly isLocked: boolean;
  readonly onChoose: (name: string) => void;
  /** Adds the sandbox of this machine, and looks everything up there. */
  readonly onSandbox: () => void;
}

/** The platform that the consents go to. */
export function TargetChoice({ targets, chosen, isLocked, onChoose, onSandbox }: TargetChoiceProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-label={messages.target}>
      <PaneHead title={messages.target}>
        {chosen?.isSandbox === true ? <Badge>{messages.sandbox}</Badge> : null}
      </PaneHead>
      <div className="imp-form">
        {targets.length === 0 ? (
          <>
            <p className="help">{messages.noTargetsText}</p>
            <Button kind="ink" disabled={isLocked} onPress={onSandbox}>
              {messages.matchAtSandbox}
            </Button>
          </>
        ) : (
          <Select
            label={messages.target}
            options={targets.map(({ name, displayName }) => ({ id: name, label: displayName }))}
            value={chosen?.name ?? null}
            disabled={isLocked}
            onChange={onChoose}
          />
        )}
        <p className="help">{messages.targetHelp}</p>
        {isLocked ? null : (
          <Button small onPress={() => setAdding(true)}>
            {importMessages.importTarget.open}
          </Button>
        )}
      </div>
      {chosen === null ? null : <Facts target={chosen} />}
      {chosen?.problems.map((problem) => (
        <ProblemNote key={`${problem.code} ${problem.message}`} problem={problem} />
      ))}
      {isAdding ? (
        <NewTargetDialog
          names={targets.map(({ name }) => name)}
          onClose={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            onChoose(name);
          }}
        />
      ) : null}
    </section>
  );
}
