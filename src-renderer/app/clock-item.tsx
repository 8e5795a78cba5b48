import { useMutation } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import type { ClockStatus } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { noteClock, useServiceNow } from '../api/service-clock.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { Popover } from '../ui/popover.tsx';
import { formatDateTime, formatOffset } from '../words/format.ts';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.clock;

const jumps = [
  { label: messages.minute, millis: 60_000 },
  { label: messages.hour, millis: 3_600_000 },
  { label: messages.day, millis: 86_400_000 },
];

/** Difference between the clock of the services and that of the machine, in words. */
export function clockText(clock: Pick<ClockStatus, 'offsetMillis' | 'frozen'>): string {
  // Below a second the difference is the age of the message, not a jump.
  const isMoved = Math.abs(clock.offsetMillis) >= 1_000;
  const text = isMoved
    ? sharedMessages.status.clockMoved(formatOffset(clock.offsetMillis))
    : sharedMessages.status.clockReal;
  return clock.frozen ? `${text}, ${sharedMessages.status.clockFrozen}` : text;
}

function ClockPanel() {
  const { client } = useApi();
  const nowMillis = useServiceNow();
  const set = useMutation({
    mutationFn: (input: Parameters<typeof client.clock.set>[0]) => client.clock.set(input),
    onSuccess: noteClock,
  });
  return (
    <>
      <p className="mono">{nowMillis === null ? '' : formatDateTime(nowMillis)}</p>
      <div className="row wraps">
        {jumps.map(({ label, millis }) => (
          <Button key={label} small onPress={() => set.mutate({ action: 'advance', millis })}>
            {label}
          </Button>
        ))}
        <Button small onPress={() => set.mutate({ action: 'freeze' })}>
          {messages.freeze}
        </Button>
        <Button small onPress={() => set.mutate({ action: 'reset' })}>
          {messages.reset}
        </Button>
      </div>
      {set.error === null ? null : <ProblemNote problem={toProblem(set.error)} />}
      <p className="help">{messages.help}</p>
    </>
  );
}

/** The services' clock in the status bar, and the hands to move it. */
export function ClockItem({ clock }: { readonly clock: ClockStatus }) {
  return (
    <Popover
      title={messages.title}
      triggerClass="bar-item"
      trigger={
        <>
          <Icon of={Clock} small />
          {clockText(clock)}
        </>
      }
    >
      <ClockPanel />
    </Popover>
  );
}
