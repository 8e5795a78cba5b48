import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { type Completion, SuggestField } from '#renderer/ui/suggest-field.tsx';
import type { DateSurvey } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';

const messages = importMessages.imports.map;

function completeZone(text: string): Completion {
  const wanted = text.trim().toLowerCase();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const suggestions = zones
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 20)
    .map((zone) => ({ text: zone, hint: '' }));
  return { from: 0, to: text.length, suggestions };
}

/** Zones that most files are of: that of Coordinated Universal Time, and that of this machine. */
function usualZones(): readonly string[] {
  return [...new Set(['UTC', new Intl.DateTimeFormat().resolvedOptions().timeZone])];
}

interface ZoneFieldProps {
  readonly survey: DateSurvey;
  readonly zone: string | null;
  readonly isLocked: boolean;
  readonly onZone: (zone: string | null) => void;
}

/** The zone of times that name none. It is asked for, and never assumed: a consent may not be hours off. */
export function ZoneField({ survey: { zoneless }, zone, isLocked, onZone }: ZoneFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOpen = zone === null && zoneless > 0;
  return (
    <div className="imp-zone">
      <SuggestField
        label={messages.zone}
        isLabelShown
        listLabel={messages.zones}
        placeholder={zoneless === 0 ? 'UTC' : messages.zonePlaceholder}
        value={zone ?? ''}
        onChange={(typed) => {
          if (!isLocked) onZone(typed.trim() === '' ? null : typed);
        }}
        complete={completeZone}
        error={null}
        field={field}
      />
      <span className={isOpen ? 'row tight imp-asked' : 'help'}>
        {isOpen ? <Drawn name="warning" small /> : null}
        {zoneless === 0 ? messages.zoneUnused : messages.zoneHelp(zoneless)}
      </span>
      {isOpen && !isLocked ? (
        <span className="row tight wraps">
          {usualZones().map((each) => (
            <Button key={each} small onPress={() => onZone(each)}>
              {messages.takeZone(each)}
            </Button>
          ))}
        </span>
      ) : null}
    </div>
  );
}
