import { ChevronLeft, ChevronRight, ClipboardPaste, Download } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import type { Console } from '../console/use-console.ts';
import { readJson } from '../form/json-field.tsx';
import { keepSample, sampleKey } from '../kept-studios.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import type { ReadOperation, ShownRead } from './use-read-preview.ts';

const messages = studioMessages.connectors.preview;

interface PasteProps {
  readonly onPasted: (json: JsonValue) => void;
  readonly onClose: () => void;
}

function PasteDialog({ onPasted, onClose }: PasteProps) {
  const [text, setText] = useState('');
  const read = readJson(text);
  const value = read?.value;
  return (
    <ActDialog
      wide
      title={messages.pasteTitle}
      act={messages.pasteAct}
      disabled={value === undefined}
      onAct={() => {
        if (value !== undefined) onPasted(value);
      }}
      onClose={onClose}
    >
      <TextArea
        label={messages.pasteLabel}
        value={text}
        rows={14}
        help={messages.pasteHelp}
        error={read === null ? studioMessages.connectors.form.noJson : null}
        onChange={setText}
      />
    </ActDialog>
  );
}

function Stepper({ studio, shown }: { readonly studio: Studio; readonly shown: ShownRead }) {
  const count = shown.records.length;
  const at = Math.min(studio.kept.record, Math.max(0, count - 1));
  if (shown.listRoot === null) return null;
  return (
    <span className="row tight">
      <SmallGhostButton
        icon={ChevronLeft}
        label={messages.previousRecord}
        disabled={at === 0}
        onPress={() => studio.keep({ record: at - 1 })}
      />
      <span className="mono studio-count" aria-live="polite">
        {messages.recordOf(count === 0 ? 0 : at + 1, count)}
      </span>
      <SmallGhostButton
        icon={ChevronRight}
        label={messages.nextRecord}
        disabled={at >= count - 1}
        onPress={() => studio.keep({ record: at + 1 })}
      />
    </span>
  );
}

export interface SampleBarProps {
  readonly studio: Studio;
  readonly runner: Console;
  readonly operation: ReadOperation;
  readonly onOperation: (operation: ReadOperation) => void;
  readonly shown: ShownRead | null;
}

/** Which answer the mapping is tried on, and which record of it. */
export function SampleBar({ studio, runner, operation, onOperation, shown }: SampleBarProps) {
  const [isPasting, setIsPasting] = useState(false);
  const key = sampleKey(studio.objectType, operation);
  return (
    <div className="studio-sample row wraps">
      <Segmented
        mini
        label={messages.operation}
        options={[
          { id: 'QUERY', label: 'QUERY' },
          { id: 'GET', label: 'GET' },
        ]}
        value={operation}
        onChange={onOperation}
      />
      {shown === null ? null : <span className="muted">{messages.sources[shown.sample.source]}</span>}
      {shown === null ? null : <Stepper studio={studio} shown={shown} />}
      <span className="push row tight">
        {operation === 'QUERY' ? (
          <Button
            small
            icon={Download}
            disabled={runner.isBusy}
            onPress={() => runner.start({ operation: 'QUERY', pageSize: null })}
          >
            {messages.fetch}
          </Button>
        ) : null}
        <SmallGhostButton icon={ClipboardPaste} onPress={() => setIsPasting(true)}>
          {messages.paste}
        </SmallGhostButton>
      </span>
      {isPasting ? (
        <PasteDialog
          onPasted={(json) => {
            keepSample(studio.fileName, key, { json, source: 'pasted' });
            setIsPasting(false);
          }}
          onClose={() => setIsPasting(false)}
        />
      ) : null}
    </div>
  );
}
