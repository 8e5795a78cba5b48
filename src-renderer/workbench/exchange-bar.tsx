import { GitCompare, type LucideIcon, Pin, RotateCw, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { SmallGhostButton } from '../ui/button.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import type { ExchangeAct, OfferedActs } from './exchange-acts.ts';
import { ExchangeMenu } from './exchange-menu.tsx';

const messages = sharedMessages.exchange.acts;

/** The acts that are buttons of every bar, in their order; all are in the menu at its end. */
const buttons = [
  ['replay', RotateCw],
  ['edit', SquarePen],
  ['compare', GitCompare],
] as const satisfies readonly (readonly [ExchangeAct, LucideIcon])[];

export interface ExchangeBarProps {
  readonly acts: OfferedActs;
  /** Where there is little room the buttons are their icons, under the same names. */
  readonly isCompact?: boolean;
  /** False: the menu alone, where several are shown and another one is chosen. */
  readonly hasButtons?: boolean;
  /** Acts that this screen alone has, between the acts that are the same everywhere and the menu. */
  readonly children?: ReactNode;
}

/** The acts on an exchange: the same buttons, in the same order, wherever one is looked at. */
export function ExchangeBar({ acts, isCompact = false, hasButtons = true, children }: ExchangeBarProps) {
  return (
    <>
      {buttons.map(([act, icon]) => {
        const offered = acts[act];
        if (offered === undefined || !hasButtons) return null;
        const { run } = offered;
        return (
          <SmallGhostButton
            key={act}
            icon={icon}
            disabled={run === undefined}
            {...(isCompact ? { label: messages[act] } : { hint: messages[act] })}
            {...(run === undefined ? {} : { onPress: run })}
          >
            {isCompact ? undefined : <span className="act-word">{messages[act]}</span>}
          </SmallGhostButton>
        );
      })}
      {acts.pin === undefined || !hasButtons ? null : (
        <SmallGhostButton
          icon={Pin}
          label={acts.pin.label ?? messages.pin}
          disabled={acts.pin.run === undefined}
          {...(acts.pin.run === undefined ? {} : { onPress: acts.pin.run })}
        />
      )}
      {children}
      <ExchangeMenu acts={acts} />
    </>
  );
}
