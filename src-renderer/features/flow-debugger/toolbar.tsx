import { Play, StepForward, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { strings } from '../../words/strings.ts';
import { needsUser } from './choice.ts';
import type { ChoiceState } from './use-sources.ts';

const words = strings.flows;

export interface ToolbarProps {
  readonly state: ChoiceState;
  readonly canRun: boolean;
  readonly hasRuns: boolean;
  readonly onStep: (() => void) | undefined;
  readonly onRun: (() => void) | undefined;
  readonly onCancel: (() => void) | undefined;
}

function Choices({ state }: { readonly state: ChoiceState }) {
  const { sources, choice, change } = state;
  const hasUser = needsUser(choice, sources.kinds);
  return (
    <>
      <Select
        label={words.flow}
        options={sources.kinds.map((kind) => ({ id: kind.kind, label: kind.title }))}
        value={choice.kind}
        onChange={(kind) => change({ kind })}
      />
      <Select
        mono
        label={words.client}
        options={sources.clients.map((client) => ({ id: client.clientId, label: client.clientId }))}
        value={choice.clientId}
        onChange={(clientId) => change({ clientId })}
        onOpen={state.refresh}
      />
      {hasUser ? (
        <Select
          mono
          label={words.user}
          options={sources.users.map((user) => ({ id: user.username, label: user.username }))}
          value={choice.username}
          onChange={(username) => change({ username })}
          onOpen={state.refresh}
        />
      ) : null}
      {hasUser ? (
        <Segmented
          label={words.browser}
          options={[
            { id: 'system', label: words.mine },
            { id: 'unattended', label: words.unattended },
          ]}
          value={choice.browser}
          onChange={(browser) => change({ browser })}
        />
      ) : null}
    </>
  );
}

/** What to run, as whom, in which browser; then the acts. */
export function Toolbar({ state, canRun, hasRuns, onStep, onRun, onCancel }: ToolbarProps) {
  return (
    <div className="toolbar">
      <h1 className="vh">{words.title}</h1>
      <Choices state={state} />
      <span className="acts row push">
        {onCancel === undefined ? null : (
          <Button kind="ghost" icon={X} onPress={onCancel}>
            {words.cancel}
          </Button>
        )}
        <Button
          icon={StepForward}
          keyHint="F10"
          disabled={!canRun || onStep === undefined}
          {...(onStep === undefined ? {} : { onPress: onStep })}
        >
          {words.step}
        </Button>
        <Button
          kind="ink"
          icon={Play}
          keyHint="Ctrl Enter"
          disabled={!canRun || onRun === undefined}
          {...(onRun === undefined ? {} : { onPress: onRun })}
        >
          {hasRuns ? words.again : words.run}
        </Button>
      </span>
    </div>
  );
}
