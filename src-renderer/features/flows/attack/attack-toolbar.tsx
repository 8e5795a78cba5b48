import type { ReactNode } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { AddServer } from '#renderer/workbench/server-form/add-server.tsx';
import { attackProfileSchema } from '#shared/api/attacks.ts';
import { changeView } from './attack-view.ts';
import { RunActs, type RunActsProps } from './run-acts.tsx';
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

export interface AttackToolbarProps extends RunActsProps {
  readonly modeSwitch: ReactNode;
}

/** The toolbar: server under attack, then the actions. */
export function AttackToolbar({ state, modeSwitch, onStart }: AttackToolbarProps) {
  return (
    <div className="toolbar">
      <h1 className="vh">{messages.title}</h1>
      <Choices state={state} />
      <span className="push row wraps attack-acts">
        {modeSwitch}
        <RunActs state={state} onStart={onStart} />
      </span>
    </div>
  );
}
