import { FileUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { type Mapping, sourceFormats } from '#shared/consents/index.ts';
import { acceptOf } from '#shared/files/index.ts';
import { importMessages } from '../words.ts';
import { pairsOf } from './mapping-draft.ts';

const messages = importMessages.imports.map;

export interface ThroughProps {
  readonly through: Mapping['user']['through'];
  readonly isLocked: boolean;
  readonly onChange: (through: Mapping['user']['through']) => void;
}

/** A second file that says which user of the platform an external user is. */
export function Through({ through, isLocked, onChange }: ThroughProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isNone, setIsNone] = useState(false);
  const take = async (file: File) => {
    const pairs = pairsOf(await file.text());
    const isEmpty = Object.keys(pairs).length === 0;
    setIsNone(isEmpty);
    if (!isEmpty) onChange({ fileName: file.name, pairs });
  };
  return (
    <section aria-label={messages.through}>
      <PaneHead title={messages.through} />
      <div className="imp-form">
        {through === null ? (
          <p className="help">{messages.throughHelp}</p>
        ) : (
          <span className="row tight">
            <span className="mono wrap">{through.fileName}</span>
            <span className="ref">{messages.throughPairs(Object.keys(through.pairs).length)}</span>
            <span className="push" />
            <SmallGhostButton
              icon={X}
              label={messages.throughRemove}
              disabled={isLocked}
              onPress={() => onChange(null)}
            />
          </span>
        )}
        {isNone ? (
          <p className="help bad" role="alert">
            {messages.throughNone}
          </p>
        ) : null}
        <span className="row">
          <Button small icon={FileUp} disabled={isLocked} onPress={() => chooser.current?.click()}>
            {messages.throughChoose}
          </Button>
        </span>
        <FileChooser
          ref={chooser}
          label={messages.throughFile}
          accept={acceptOf(Object.values(sourceFormats).filter(({ isText }) => isText))}
          onFiles={([file]) => void take(file)}
        />
      </div>
    </section>
  );
}
