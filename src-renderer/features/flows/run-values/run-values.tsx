import { ClipboardPaste, PanelRightOpen } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { ValueLine } from './value-line.tsx';

const messages = flowMessages.values;

export interface ShelfProps {
  readonly run: FlowRun | null;
  /** Opens the drawer at a value; null: at the one that is worth most. */
  readonly onOpen: (name: string | null) => void;
  readonly onPaste: () => void;
}

/** The values that the run holds in one row: codes, tokens and the values that protect them. */
export function Shelf({ run, onOpen, onPaste }: ShelfProps) {
  return (
    <section className="run-values" aria-label={messages.title}>
      <h2 className="label">{messages.title}</h2>
      {run === null || run.values.length === 0 ? (
        <p className="muted clip">{messages.empty}</p>
      ) : (
        <ScrollRegion className="value-chips-region" label={messages.list}>
          <ol className="value-chips">
            {run.values.map((value) => (
              <ValueLine key={`${run.id} ${value.name}`} run={run} value={value} onChoose={onOpen} />
            ))}
          </ol>
        </ScrollRegion>
      )}
      <span className="row push">
        <SmallGhostButton icon={ClipboardPaste} label={messages.paste} onPress={onPaste} />
        <SmallGhostButton icon={PanelRightOpen} label={messages.open} onPress={() => onOpen(null)} />
      </span>
    </section>
  );
}
