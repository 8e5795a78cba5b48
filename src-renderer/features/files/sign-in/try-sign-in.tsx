import { useQuery } from '@tanstack/react-query';
import { Eye, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { FlowRun, FlowTarget } from '#shared/api/index.ts';
import { isSignedIn } from '#shared/flows/run-state.ts';
import { useApi } from '../../../api/api-context.tsx';
import { Button, SmallGhostButton } from '../../../ui/button.tsx';
import { Drawn } from '../../../ui/icon.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { sharedMessages } from '../../../words/shared-messages.ts';
import { flowRunPath } from '../../../workbench/addresses.ts';
import { openLink } from '../../../workbench/layout-store.ts';
import { KeepSignInDialog } from '../../../workbench/sign-in/keep-dialog.tsx';
import { signInMessages as messages } from '../../../workbench/sign-in/words.ts';
import { useSignInRun } from './use-sign-in-run.ts';

const marks = {
  busy: ['never', 'muted'],
  in: ['passed', 'c-ok'],
  out: ['failed', 'c-danger'],
} as const;

interface ResultProps {
  readonly run: FlowRun;
  readonly isBusy: boolean;
  readonly onByHand: () => void;
  readonly onKeep: () => void;
  readonly onCancel: () => void;
  readonly onStopped: TrySignInProps['onStopped'];
}

/** How a try stands, in a sentence. */
function sentenceOf(run: FlowRun, isBusy: boolean): string {
  const user = run.username ?? '';
  if (isBusy)
    return run.browser === 'controlled' ? messages.watching(user, run.watchedActs) : messages.testing(user);
  const seconds = ((run.tookMillis ?? 0) / 1_000).toFixed(1);
  return isSignedIn(run) ? messages.signedIn(user, seconds) : run.note;
}

/** How the last try went, and what can be done next. */
function Result({ run, isBusy, onByHand, onKeep, onCancel, onStopped }: ResultProps) {
  const act = run.failedAt?.act ?? null;
  const state = isBusy ? 'busy' : isSignedIn(run) ? 'in' : 'out';
  const [drawing, tone] = marks[state];
  const acts = {
    busy: (
      <SmallGhostButton icon={X} onPress={onCancel}>
        {sharedMessages.common.cancel}
      </SmallGhostButton>
    ),
    in:
      run.watchedActs > 0 ? (
        <Button small kind="ink" onPress={onKeep}>
          {messages.keep}
        </Button>
      ) : null,
    out:
      run.browser === 'controlled' ? null : (
        <Button small onPress={onByHand}>
          {messages.byHand}
        </Button>
      ),
  };
  return (
    <div className="sign-in-result">
      <output className="row">
        <span className={tone}>
          <Drawn name={drawing} small />
        </span>
        <span className="wrap" lang={state === 'out' ? 'en' : undefined}>
          {sentenceOf(run, isBusy)}
        </span>
      </output>
      <span className="row wraps">
        {isBusy ? null : (
          <SmallGhostButton onPress={() => openLink(flowRunPath(run.id))}>
            {messages.openRun}
          </SmallGhostButton>
        )}
        {act === null || onStopped === undefined ? null : (
          <SmallGhostButton onPress={() => onStopped(act)}>{messages.showAct(act)}</SmallGhostButton>
        )}
        {acts[state]}
      </span>
    </div>
  );
}

export interface TrySignInProps {
  /** Names of the servers that it can be tried at. */
  readonly targets: readonly string[];
  /** The number of the act at which the last try stopped, from 1; null: at none. */
  readonly onStopped?: ((act: number) => void) | undefined;
}

/** Tries a sign-in as unattended runs do it, or has somebody do it by hand and watches. */
export function TrySignIn({ targets: names, onStopped }: TrySignInProps) {
  const { orpc } = useApi();
  const all = useQuery(orpc.flows.targets.queryOptions({ staleTime: 2_000 }));
  const targets = (all.data ?? []).filter(({ name }) => name !== null && names.includes(name));
  const [chosen, setChosen] = useState<string | null>(null);
  const [user, setUser] = useState<string | null>(null);
  const [isKeeping, setKeeping] = useState(false);
  const { run, isBusy, problem, start, cancel } = useSignInRun();
  const target: FlowTarget | undefined = targets.find(({ name }) => name === chosen) ?? targets[0];
  const username = target?.usernames.find((name) => name === user) ?? target?.usernames[0];
  if (target === undefined || target.name === null) return <p className="remark">{messages.noTarget}</p>;
  if (username === undefined || target.clients.length === 0)
    return <p className="remark">{messages.needsBoth(`targets/${target.name}.json`)}</p>;
  return (
    <section className="sign-in-try" aria-label={messages.tryTitle}>
      <div className="row wraps">
        {targets.length > 1 ? (
          <Select
            label={messages.target}
            options={targets.map(({ name, title }) => ({ id: name ?? '', label: title }))}
            value={target.name}
            onChange={setChosen}
          />
        ) : null}
        <Select
          label={messages.tryUser}
          options={target.usernames.map((name) => ({ id: name, label: name }))}
          value={username}
          onChange={setUser}
        />
        <span className="push" />
        <Button small icon={Eye} disabled={isBusy} onPress={() => start(target, username, 'controlled')}>
          {messages.watch}
        </Button>
        <Button
          small
          kind="ink"
          icon={Play}
          disabled={isBusy}
          onPress={() => start(target, username, 'unattended')}
        >
          {messages.test}
        </Button>
      </div>
      {problem === null ? null : <ProblemNote problem={problem} />}
      {run === null ? null : (
        <Result
          run={run}
          isBusy={isBusy}
          onByHand={() => start(target, username, 'controlled')}
          onKeep={() => setKeeping(true)}
          onCancel={cancel}
          onStopped={onStopped}
        />
      )}
      {isKeeping && run !== null ? (
        <KeepSignInDialog runId={run.id} target={target.name} onClose={() => setKeeping(false)} />
      ) : null}
    </section>
  );
}
