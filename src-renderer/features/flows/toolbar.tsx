import { Play, StepForward, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

export type FlowMode = 'debug' | 'attack' | 'tests';

export interface ModeSwitchProps {
  readonly mode: FlowMode;
  readonly onMode: (mode: FlowMode) => void;
}

/** Runs step by step, the catalogue of attacks, or the saved flows. */
export function ModeSwitch({ mode, onMode }: ModeSwitchProps) {
  return (
    <Segmented
      label={messages.mode}
      options={[
        { id: 'debug', label: messages.debug },
        { id: 'attack', label: messages.attack },
        { id: 'tests', label: flowMessages.flowTests.mode },
      ]}
      value={mode}
      onChange={onMode}
    />
  );
}

export interface ToolbarProps {
  readonly modeSwitch: ReactNode;
  /** The settings of the next run. */
  readonly choices: ReactNode;
  readonly acts: ReactNode;
  /** While a run goes on by itself: before the others, which keep their places. */
  readonly cancel: ReactNode;
}

/** The toolbar: flow, user and browser to run; then the mode and the actions. */
export function Toolbar({ modeSwitch, choices, acts, cancel }: ToolbarProps) {
  return (
    <div className="toolbar flow-bar">
      <h1 className="vh">{messages.title}</h1>
      <div className="flow-choices row wraps">{choices}</div>
      <span className="acts row push">
        {cancel}
        {modeSwitch}
        {acts}
      </span>
    </div>
  );
}

/** Ends a run that goes on by itself. */
export function CancelRun({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Button kind="ghost" icon={X} onPress={onCancel}>
      {messages.cancel}
    </Button>
  );
}

export interface RunActsProps {
  readonly canRun: boolean;
  /** The run that is shown is held: the next step can be done. */
  readonly isPaused: boolean;
  readonly onStep: () => void;
  readonly onRun: () => void;
}

/** Step, and Run: at the right end of the bar, whatever happens. */
export function RunActs({ canRun, isPaused, onStep, onRun }: RunActsProps) {
  return (
    <>
      <Button
        icon={StepForward}
        hint={messages.step}
        keyHint="f10"
        disabled={!canRun && !isPaused}
        onPress={onStep}
      >
        <span className="act-word">{messages.step}</span>
      </Button>
      <Button kind="ink" icon={Play} keyHint="ctrl+enter" disabled={!canRun} onPress={onRun}>
        {messages.run}
      </Button>
    </>
  );
}
