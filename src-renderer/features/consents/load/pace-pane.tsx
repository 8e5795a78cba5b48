import { useState } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { ImportProgress } from '#shared/api/index.ts';
import type { Pace } from '#shared/consents/index.ts';
import { rateText } from '../duration.ts';
import { hasBegun, type OpenImport } from '../use-import.ts';
import { useTargets } from '../use-targets.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;

const modes = [
  { id: 'told', label: messages.told },
  { id: 'learned', label: messages.learned },
] as const;

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

const rateBounds: Bounds = { min: 0.1, max: 100_000, isWhole: false };
const burstBounds: Bounds = { min: 1, max: 100_000, isWhole: true };
const parallelBounds: Bounds = { min: 1, max: 256, isWhole: true };

/** A number within bounds; null where the text is none. */
export function numberIn(text: string, { min, max, isWhole }: Bounds): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return value >= min && value <= max && (!isWhole || Number.isInteger(value)) ? value : null;
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: Bounds;
  readonly isReadOnly: boolean;
  readonly onChange: (value: number) => void;
}

/** A number that holds from Enter on, or when the field is left. */
function NumberBox({ label, value, bounds, isReadOnly, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const found = typed === null ? value : numberIn(typed, bounds);
  const keep = () => {
    if (typed !== null && found !== null && found !== value) onChange(found);
    if (found !== null) setTyped(null);
  };
  return (
    <TextField
      label={label}
      value={typed ?? String(value)}
      isMono
      isReadOnly={isReadOnly}
      error={found === null ? messages.wholeNumber(bounds.min, bounds.max) : null}
      onChange={setTyped}
      onEnter={keep}
      onEscape={() => setTyped(null)}
      onLeave={keep}
    />
  );
}

const unlimited = { mode: 'learned' } as const satisfies Pace;

/** Returns the pace in force: that of the import, else that of its target, else none, so that it is learnt. */
export function paceInForce(own: Pace | null, ofTarget: Pace | null): Pace {
  return own ?? ofTarget ?? unlimited;
}

function refusalsText(progress: ImportProgress | null): string {
  if (progress === null || progress.refusals === 0) return messages.no429;
  const last = progress.last429;
  const wait = last === null ? '' : messages.lastWait(rateText(last.waitMillis / 1_000));
  return `${messages.refusals(progress.refusals)}${wait}`;
}

export interface PacePaneProps {
  readonly state: OpenImport;
  readonly progress: ImportProgress | null;
}

/** Load options besides the pace; they can be changed until the load begins. */
function Options({ state }: Pick<PacePaneProps, 'state'>) {
  const { view, id, act } = state;
  const { loading } = view.job;
  const isFixed = hasBegun(view);
  const save = (change: Partial<typeof loading>) =>
    act((client) => client.imports.save({ id, loading: { ...loading, ...change } }));
  return (
    <>
      <Checkbox
        label={messages.readBefore}
        isChecked={loading.readBefore}
        isDisabled={isFixed}
        onChange={(readBefore) => save({ readBefore })}
      />
      <span className="help">{messages.readBeforeHelp}</span>
      <Checkbox
        label={messages.overwriteNewer}
        isChecked={loading.overwriteNewer}
        isDisabled={isFixed}
        onChange={(overwriteNewer) => save({ overwriteNewer })}
      />
    </>
  );
}

/** How fast is sent: as was told, or as is learnt; also while it runs. */
export function PacePane({ state, progress }: PacePaneProps) {
  const { view, id, act } = state;
  const { target } = useTargets(state);
  const { loading } = view.job;
  const pace = paceInForce(loading.pace, target?.limit ?? null);
  const isOver = hasBegun(view) && !['loading', 'paused', 'halted'].includes(view.state);
  const set = (next: Pace | null, parallel: number) =>
    act((client) => client.imports.setPace({ id, pace: next, parallel }));
  const told = target?.limit?.mode === 'told' ? target.limit : { perSecond: 10, burst: 1 };
  const choose = (mode: Pace['mode']) =>
    set(
      mode === 'told' ? { mode, perSecond: told.perSecond, burst: told.burst } : { mode },
      loading.parallel,
    );
  return (
    <section aria-label={messages.pace}>
      <PaneHead title={messages.pace} />
      <div className="imp-form">
        {isOver ? null : (
          <Segmented label={messages.paceMode} options={modes} value={pace.mode} onChange={choose} />
        )}
        <div className="imp-two">
          {pace.mode === 'told' ? (
            <NumberBox
              label={messages.rowsPerSecond}
              value={pace.perSecond}
              bounds={rateBounds}
              isReadOnly={isOver}
              onChange={(perSecond) => set({ ...pace, perSecond }, loading.parallel)}
            />
          ) : null}
          <NumberBox
            label={messages.parallel}
            value={loading.parallel}
            bounds={parallelBounds}
            isReadOnly={isOver}
            onChange={(parallel) => set(loading.pace, parallel)}
          />
          {pace.mode === 'told' ? (
            <NumberBox
              label={messages.burst}
              value={pace.burst}
              bounds={burstBounds}
              isReadOnly={isOver}
              onChange={(burst) => set({ ...pace, burst }, loading.parallel)}
            />
          ) : null}
        </div>
        <span className="help">
          {pace.mode === 'learned' ? `${messages.learnedHelp} ` : ''}
          {refusalsText(progress)}
        </span>
        <Options state={state} />
      </div>
    </section>
  );
}
