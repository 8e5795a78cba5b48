import type { KeyboardEvent } from 'react';
import { isInView, placeOf } from '#renderer/ui/chart/chart.tsx';
import { lengthText } from '../seconds.ts';
import { changeText, withMovedChange } from '../traffic/traffic-document.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.traffic;

/** How far an arrow moves a change, in seconds. */
const stepSeconds = 0.1;
const bigStepSeconds = 1;
/** Part of the axis that the words of a change take. */
const tagShare = 0.12;

function stepOf(event: KeyboardEvent): number | null {
  const by = event.shiftKey ? bigStepSeconds : stepSeconds;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') return -by;
  return event.key === 'ArrowRight' || event.key === 'ArrowUp' ? by : null;
}

/** The changes of status on the time axis: chosen with Tab, moved with arrows, taken away with Delete. */
export function ChangeMarkers({ lab }: { readonly lab: Lab }) {
  const traffic = lab.traffic?.traffic;
  const { view } = lab.charts;
  if (traffic === undefined) return null;
  // Words that would cover each other are shown where the focus is.
  const room = (view.untilSeconds - view.fromSeconds) * tagShare;
  const isCrowded = (index: number) => {
    const at = traffic.changes[index]?.atSeconds ?? 0;
    return traffic.changes.some((other, otherIndex) => {
      const away = other.atSeconds - at;
      return otherIndex !== index && away >= 0 && away < room && (away > 0 || otherIndex > index);
    });
  };
  return traffic.changes.map((change, index) => {
    const { atSeconds, client } = change;
    if (!isInView(atSeconds, view)) return null;
    const what = changeText(traffic, change, messages.nothing);
    const onKeyDown = (event: KeyboardEvent) => {
      const by = stepOf(event);
      if (by !== null) {
        event.preventDefault();
        lab.editTraffic(withMovedChange(traffic, index, atSeconds + by), `change ${index} at`);
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault();
        lab.editTraffic({ ...traffic, changes: traffic.changes.toSpliced(index, 1) });
      }
    };
    const slider = {
      role: 'slider',
      tabIndex: 0,
      'aria-label': messages.moveChange(client, what),
      'aria-valuemin': 0,
      'aria-valuemax': traffic.durationSeconds,
      'aria-valuenow': atSeconds,
      'aria-valuetext': messages.changeAt(lengthText(atSeconds), client, what),
      onKeyDown,
    } as const;
    return (
      <div
        // The order is the identity: it keeps the focus while it moves.
        key={`change ${index}`}
        className="change-marker"
        style={placeOf(atSeconds, view)}
        title={messages.changeMoves}
        {...slider}
      >
        <span className={isCrowded(index) ? 'chart-tag mono crowded' : 'chart-tag mono'}>
          {`${client}: ${what}`}
        </span>
      </div>
    );
  });
}
