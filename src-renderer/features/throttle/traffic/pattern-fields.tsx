import { Plus, X } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Pattern } from '#shared/throttle/traffic/schema.ts';
import { NumberField } from '../number-field.tsx';
import { labMessages } from '../words.ts';
import { newPatterns } from './traffic-document.ts';

const messages = labMessages.traffic.dialog;
const unit = messages.secondsUnit;
const maxPerSecond = 1_000_000;

const kindOptions = (['steady', 'poisson', 'burst', 'ramp', 'stages'] as const).map((id) => ({
  id,
  label: messages.kinds[id],
}));

type Change = (next: Pattern, of: string) => void;
type Spanned = Extract<Pattern, { readonly fromSeconds?: number | undefined }>;

/** From when and until when; left open, it is the whole time. */
function Span({ pattern, onChange }: { readonly pattern: Spanned; readonly onChange: Change }) {
  const set = (member: 'fromSeconds' | 'untilSeconds') => (value: number | undefined) => {
    const rest = Object.fromEntries(Object.entries(pattern).filter(([name]) => name !== member));
    onChange((value === undefined ? rest : { ...rest, [member]: value }) as unknown as Pattern, member);
  };
  return (
    <>
      <NumberField
        label={messages.from}
        value={pattern.fromSeconds}
        unit={unit}
        canBeEmpty
        onChange={set('fromSeconds')}
      />
      {pattern.kind === 'stages' ? null : (
        <NumberField
          label={messages.until}
          value={pattern.untilSeconds}
          unit={unit}
          canBeEmpty
          onChange={set('untilSeconds')}
        />
      )}
    </>
  );
}

interface StagesProps {
  readonly pattern: Extract<Pattern, { readonly kind: 'stages' }>;
  readonly onChange: Change;
}

function Stages({ pattern, onChange }: StagesProps) {
  const { stages } = pattern;
  const set = (at: number, members: Partial<(typeof stages)[number]>, of: string) => {
    const stage = stages[at];
    if (stage === undefined) return;
    onChange({ ...pattern, stages: stages.with(at, { ...stage, ...members }) }, `stage ${at} ${of}`);
  };
  return (
    <ol className="lab-stages">
      {stages.map((stage, at) => (
        <li key={`stage ${at}`} className="row tight">
          <fieldset className="row tight" aria-label={messages.stage(at + 1)}>
            <NumberField
              label={messages.stageDuration}
              value={stage.durationSeconds}
              unit={unit}
              onChange={(value) => set(at, { durationSeconds: value ?? 0 }, 'duration')}
            />
            <NumberField
              label={messages.perSecond}
              value={stage.perSecond}
              max={maxPerSecond}
              onChange={(value) => set(at, { perSecond: value ?? 0 }, 'rate')}
            />
          </fieldset>
          <SmallGhostButton
            icon={X}
            label={messages.removeStage(at + 1)}
            disabled={stages.length === 1}
            onPress={() => onChange({ ...pattern, stages: stages.toSpliced(at, 1) }, '')}
          />
        </li>
      ))}
      <li>
        <SmallGhostButton
          icon={Plus}
          onPress={() =>
            onChange({ ...pattern, stages: [...stages, { durationSeconds: 10, perSecond: 1 }] }, '')
          }
        >
          {messages.addStage}
        </SmallGhostButton>
      </li>
    </ol>
  );
}

function Numbers({ pattern, onChange }: { readonly pattern: Pattern; readonly onChange: Change }) {
  switch (pattern.kind) {
    case 'steady':
    case 'poisson':
      return (
        <NumberField
          label={messages.perSecond}
          value={pattern.perSecond}
          max={maxPerSecond}
          onChange={(value) => onChange({ ...pattern, perSecond: value ?? 0 }, 'rate')}
        />
      );
    case 'burst':
      return (
        <>
          <NumberField
            label={messages.requests}
            value={pattern.requests}
            isInteger
            min={1}
            max={1_000_000}
            onChange={(value) => onChange({ ...pattern, requests: value ?? 1 }, 'requests')}
          />
          <NumberField
            label={messages.at}
            value={pattern.atSeconds}
            unit={unit}
            onChange={(value) => onChange({ ...pattern, atSeconds: value ?? 0 }, 'at')}
          />
        </>
      );
    case 'ramp':
      return (
        <>
          <NumberField
            label={messages.rampFrom}
            value={pattern.fromPerSecond}
            max={maxPerSecond}
            onChange={(value) => onChange({ ...pattern, fromPerSecond: value ?? 0 }, 'from rate')}
          />
          <NumberField
            label={messages.rampTo}
            value={pattern.toPerSecond}
            max={maxPerSecond}
            onChange={(value) => onChange({ ...pattern, toPerSecond: value ?? 0 }, 'to rate')}
          />
        </>
      );
    case 'stages':
      return <Stages pattern={pattern} onChange={onChange} />;
  }
}

export interface PatternFieldsProps {
  readonly number: number;
  readonly pattern: Pattern;
  readonly onChange: Change;
  readonly onRemove: () => void;
}

/** One way in which requests of a client come. */
export function PatternFields({ number, pattern, onChange, onRemove }: PatternFieldsProps) {
  return (
    <li className="lab-pattern">
      <fieldset className="row wraps" aria-label={messages.pattern(number)}>
        <Select
          label={messages.pattern(number)}
          options={kindOptions}
          value={pattern.kind}
          onChange={(id) => {
            const kind = kindOptions.find((option) => option.id === id)?.id;
            if (kind !== undefined && kind !== pattern.kind) onChange(patternOf(kind), '');
          }}
        />
        <Numbers pattern={pattern} onChange={onChange} />
        {pattern.kind === 'burst' ? null : <Span pattern={pattern} onChange={onChange} />}
      </fieldset>
      <SmallGhostButton icon={X} label={messages.removePattern(number)} onPress={onRemove} />
    </li>
  );
}

function patternOf(kind: Pattern['kind']): Pattern {
  return kind === 'stages'
    ? { ...newPatterns.stages, stages: [...newPatterns.stages.stages] }
    : newPatterns[kind];
}
