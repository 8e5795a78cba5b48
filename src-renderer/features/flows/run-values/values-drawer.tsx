import { ClipboardPaste, X } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { keyedSteps } from '../sequence-layout.ts';
import type { FlowDebuggerState } from '../use-flow-debugger.ts';
import { flowMessages } from '../words.ts';
import { type AnyOperation, chosenValue } from './operations.ts';
import type { DrawerContent } from './use-drawer.ts';
import { useDrawerFocus } from './use-drawer-focus.ts';
import { ValueDetail } from './value-detail.tsx';
import { ValueLine } from './value-line.tsx';

const messages = flowMessages.values;
const TokenView = lazy(async () => ({ default: (await import('../token/token-view.tsx')).TokenView }));

export interface ValuesDrawerProps {
  readonly state: FlowDebuggerState;
  readonly content: DrawerContent;
  readonly onPerform: (operation: AnyOperation, name: string) => void;
  readonly onShow: (content: DrawerContent) => void;
  readonly onClose: () => void;
}

/** The values of the run with the chosen one taken apart, beside the panes. */
export function ValuesDrawer({ state, content, onPerform, onShow, onClose }: ValuesDrawerProps) {
  const { run } = state;
  const drawer = useRef<HTMLElement>(null);
  const chosen =
    run === null || content.kind === 'pasted' ? undefined : chosenValue(run.values, content.name);
  useDrawerFocus(drawer, chosen?.name ?? null);
  const showStep = (number: number) => {
    const step = run === null ? undefined : keyedSteps(run).find((keyed) => keyed.step.number === number);
    if (step !== undefined) state.selectStep(step.id);
  };
  const keys = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && !event.defaultPrevented && drawer.current?.contains(event.target as Node))
        onClose();
    },
  };
  return (
    <section ref={drawer} className="values-drawer" aria-label={messages.drawer} {...keys}>
      <PaneHead title={messages.title}>
        {run === null ? null : <span className="ref">{sharedMessages.diff.run(run.number)}</span>}
        <span className="push" />
        <SmallGhostButton
          icon={ClipboardPaste}
          isPressed={content.kind === 'pasted'}
          onPress={() => onShow({ kind: 'pasted', text: '' })}
        >
          {messages.paste}
        </SmallGhostButton>
        <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={onClose} />
      </PaneHead>
      {run === null || run.values.length === 0 ? (
        <p className="remark">{messages.empty}</p>
      ) : (
        <ScrollRegion className="value-rows-region" label={messages.list}>
          <ol className="value-rows">
            {run.values.map((value) => (
              <ValueLine
                key={value.name}
                run={run}
                value={value}
                isChosen={value === chosen}
                onChoose={(name) => onShow({ kind: 'value', name })}
              />
            ))}
          </ol>
        </ScrollRegion>
      )}
      {content.kind === 'pasted' ? (
        <Suspense fallback={null}>
          <TokenView key={content.text} source={{ text: content.text }} onLeave={onClose} />
        </Suspense>
      ) : null}
      {run === null || chosen === undefined ? null : (
        <ValueDetail
          key={`${run.id} ${chosen.name}`}
          run={run}
          value={chosen}
          onPerform={onPerform}
          onChange={state.actions.act}
          onStep={showStep}
          onLeave={onClose}
        />
      )}
    </section>
  );
}
