import { ArrowLeftRight, ChevronLeft, ChevronRight, Eye, EyeOff, GitCompare, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { sharedMessages } from '../../words/shared-messages.ts';
import { SmallGhostButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { SideMark } from './side-mark.tsx';

const messages = sharedMessages.diff;

export interface CompareBarProps {
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** How much differs in all, where more than two exchanges are compared. */
  readonly summary?: ReactNode;
  readonly position: string;
  /** Shows masked values, or masks them again; undefined: nothing is masked that may be shown. */
  readonly values?: { readonly isShown: boolean; readonly onToggle: () => void } | undefined;
  readonly onStep: (by: 1 | -1) => void;
  readonly onSwap: () => void;
  readonly onClose: () => void;
}

/** The head of the mode in which two things are compared: A, B, the place among the differences, and the ways out. */
export function CompareBar({ left, right, summary, position, values, ...acts }: CompareBarProps) {
  return (
    <div className="pane-head compare-bar">
      <Icon of={GitCompare} />
      <SideMark of="left" />
      <span className="row tight clip compare-side">{left}</span>
      <SideMark of="right" />
      <span className="row tight clip compare-side">{right}</span>
      <span className="push" />
      {summary}
      <span className="row tight compare-place-of">
        <SmallGhostButton icon={ChevronLeft} label={messages.previous} onPress={() => acts.onStep(-1)} />
        <output>{position}</output>
        <SmallGhostButton icon={ChevronRight} label={messages.next} onPress={() => acts.onStep(1)} />
      </span>
      {values === undefined ? null : (
        <SmallGhostButton
          icon={values.isShown ? EyeOff : Eye}
          isPressed={values.isShown}
          label={sharedMessages.exchange.showValues}
          onPress={values.onToggle}
        />
      )}
      <SmallGhostButton icon={ArrowLeftRight} label={messages.swap} onPress={acts.onSwap} />
      <SmallGhostButton icon={X} keyHint="escape" onPress={acts.onClose}>
        {sharedMessages.common.close}
      </SmallGhostButton>
    </div>
  );
}
