import { Play, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { AddServer } from '#renderer/workbench/server-form/add-server.tsx';
import { attackProfileSchema } from '#shared/api/attacks.ts';
import { changeView } from './attack-view.ts';
import type { AttackModeState } from './use-attack-mode.ts';
import { WeaknessPicker } from './weakness-picker.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;
const hostedId = 'hosted';
const targetId = (name: string | null) => (name === null ? hostedId : `target ${name}`);

/** Selects the server under attack, and its behaviour during the attack. */
function Choices({ state }: { readonly state: AttackModeState }) {
  const { view, targets, target } = state;
  const isHosted = target?.name === null;
  return (
    <>
      <Select
        label={messages.server}
        options={targets.map(({ name, title }) => ({ id: targetId(name), label: title }))}
        value={target === undefined ? null : targetId(target.name)}
        onChange={(id) =>
          changeView({ target: targets.find(({ name }) => targetId(name) === id)?.name ?? null })
        }
      />
      <AddServer isIcon />
      {isHosted ? (
        <Select
          label={messages.profile}
          options={attackProfileSchema.options.map((id) => ({ id, label: messages.profiles[id] }))}
          value={view.profile}
          onChange={(id) => changeView({ profile: attackProfileSchema.parse(id) })}
        />
      ) : null}
      {isHosted && view.profile === 'training' ? (
        <WeaknessPicker chosen={view.weaknesses} onChange={(weaknesses) => changeView({ weaknesses })} />
      ) : null}
      {target?.needsConfirmation === true ? (
        <Checkbox
          label={messages.disruptive}
          isChecked={view.isDisruptive}
          onChange={(isDisruptive) => changeView({ isDisruptive })}
        />
      ) : null}
    </>
  );
}

export interface AttackToolbarProps {
  readonly state: AttackModeState;
  readonly modeSwitch: ReactNode;
  /** Starts the cases with these ids; null: all. */
  readonly onStart: (only: readonly string[] | null) => void;
}

/** The toolbar: server under attack, then the actions. */
export function AttackToolbar({ state, modeSwitch, onStart }: AttackToolbarProps) {
  const { view, isBusy, isRunning, target } = state;
  const canStart = !isBusy && !isRunning && target !== undefined && state.groups.length > 0;
  const count = view.checked.size;
  return (
    <div className="toolbar">
      <h1 className="vh">{messages.title}</h1>
      <Choices state={state} />
      <span className="push row wraps attack-acts">
        {modeSwitch}
        {isRunning ? (
          <Button kind="ghost" icon={X} onPress={state.cancel}>
            {messages.cancel}
          </Button>
        ) : null}
        <Button disabled={!canStart || count === 0} onPress={() => onStart([...view.checked])}>
          {messages.runChosen(count)}
        </Button>
        <Button
          kind="ink"
          icon={Play}
          keyHint="ctrl+enter"
          disabled={!canStart}
          onPress={() => onStart(null)}
        >
          {messages.runAll}
        </Button>
      </span>
    </div>
  );
}
