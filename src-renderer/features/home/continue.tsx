import {
  Cable,
  FileCheck,
  FileText,
  Gauge,
  History,
  type LucideIcon,
  Pause,
  Target,
  Waypoints,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import { formatAge, formatDateTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { useGoOn } from './use-continue.ts';
import type { AgedRow, Area, WorkStatus } from './work-rows.ts';

const messages = sharedMessages.home;

const areas: Readonly<Record<Area, { readonly icon: LucideIcon; readonly noun: string }>> = {
  flows: { icon: Waypoints, noun: sharedMessages.nav.flows },
  attack: { icon: Target, noun: messages.attack },
  throttle: { icon: Gauge, noun: sharedMessages.nav.throttle },
  consents: { icon: FileCheck, noun: sharedMessages.nav.consents },
  contract: { icon: History, noun: sharedMessages.nav.contract },
  connectors: { icon: Cable, noun: sharedMessages.nav.connectors },
  files: { icon: FileText, noun: sharedMessages.nav.files },
};

function Status({ of }: { readonly of: WorkStatus }) {
  if ('verdict' in of) return <Verdict of={of.verdict} bare />;
  return (
    <span className="row tight">
      {of.isStopped === true ? <Icon of={Pause} small /> : null}
      {of.word}
    </span>
  );
}

interface RowProps {
  readonly aged: AgedRow;
  readonly isInk: boolean;
  readonly isBusy: boolean;
  readonly onAct: () => void;
}

function Row({ aged: { row, work, ageMillis }, isInk, isBusy, onAct }: RowProps) {
  const { icon, noun } = areas[row.area];
  return (
    <li>
      <Icon of={icon} />
      <span className="muted clip">{noun}</span>
      <span className={row.isMono ? 'strong clip mono' : 'strong clip'} title={row.name} data-words="data">
        {row.name}
      </span>
      <Status of={row.status} />
      <span className="work-text" title={row.text}>
        {row.text}
      </span>
      <time
        className="age"
        dateTime={new Date(work.atMillis).toISOString()}
        title={formatDateTime(work.atMillis)}
      >
        {formatAge(ageMillis)}
      </time>
      <Button kind={isInk ? 'ink' : 'quiet'} disabled={isBusy} onPress={onAct}>
        {row.act}
        <span className="vh">, {row.name}</span>
      </Button>
    </li>
  );
}

/** The last work of each kind, with how it ended and one act to go on with it. */
export function Continue({ rows }: { readonly rows: readonly AgedRow[] }) {
  const goOn = useGoOn();
  if (rows.length === 0) return null;
  return (
    <section className="band" aria-label={messages.continue}>
      <PaneHead title={messages.continue}>
        <span className="ref">{messages.continueHelp}</span>
      </PaneHead>
      <ul className="work-rows">
        {rows.map((aged, index) => (
          <Row
            key={`${aged.work.kind} ${'id' in aged.work ? aged.work.id : aged.row.name}`}
            aged={aged}
            isInk={index === 0 && aged.row.isWaiting}
            isBusy={goOn.isPending}
            onAct={() => goOn.mutate(aged.work)}
          />
        ))}
      </ul>
    </section>
  );
}
