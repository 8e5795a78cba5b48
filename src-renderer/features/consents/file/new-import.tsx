import { FileSpreadsheet, Upload as UploadIcon } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { toProblem } from '#renderer/api/problem.ts';
import { Bar } from '#renderer/ui/bar.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { useFileDrop } from '#renderer/ui/use-file-drop.ts';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useDroppedFile } from '#renderer/workbench/dropped-file.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { sourceFormats } from '#shared/consents/index.ts';
import { acceptOf } from '#shared/files/index.ts';
import { Stepper } from '../stepper.tsx';
import { importMessages } from '../words.ts';
import { type Upload, useUpload } from './use-upload.ts';

const messages = importMessages.imports;

function Sending({ upload, onCancel }: { readonly upload: Upload; readonly onCancel: () => void }) {
  const { fileName, sentBytes, sizeBytes } = upload;
  return (
    <div className="imp-sending">
      <output className="strong" data-words="data">
        {messages.file.sending(fileName)}
      </output>
      <Bar label={messages.file.sending(fileName)} done={sentBytes} total={sizeBytes} />
      <span className="row">
        <span className="mono">{messages.file.sent(formatBytes(sentBytes), formatBytes(sizeBytes))}</span>
        <Button small onPress={onCancel}>
          {sharedMessages.common.cancel}
        </Button>
      </span>
    </div>
  );
}

interface SourceProps {
  readonly onFile: (file: Blob, name: string) => void;
  readonly onSample: () => void;
}

function Source({ onFile, onSample }: SourceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const take = (file: Blob, name: string) => {
    setIsEmpty(file.size === 0);
    if (file.size > 0) onFile(file, name);
  };
  const { isOver, handlers } = useFileDrop(([file]) => take(file, file.name));
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (file === undefined) return;
    event.preventDefault();
    take(file, file.name);
  };
  return (
    <section className="imp-source" aria-label={messages.steps.file} onPaste={onPaste} {...handlers}>
      <div className={isOver ? 'imp-drop over' : 'imp-drop'}>
        <Icon of={FileSpreadsheet} />
        <h2 className="title">{messages.file.drop}</h2>
        <p className="muted">{messages.file.dropText}</p>
        <Button kind="ink" icon={UploadIcon} onPress={() => chooser.current?.click()}>
          {messages.file.choose}
        </Button>
        <Button kind="ghost" onPress={onSample}>
          {messages.file.sample}
        </Button>
        {isEmpty ? (
          <p className="help bad" role="alert">
            {messages.file.empty}
          </p>
        ) : null}
        <FileChooser
          ref={chooser}
          label={messages.file.chooserLabel}
          accept={acceptOf(Object.values(sourceFormats))}
          onFiles={([file]) => take(file, file.name)}
        />
      </div>
      <div className="imp-paste">
        <TextArea
          label={messages.file.pasteLabel}
          rows={6}
          value={text}
          help={messages.file.pasteHelp}
          onChange={setText}
        />
        <Button
          disabled={text.trim() === ''}
          onPress={() => take(new Blob([text], { type: 'text/plain' }), messages.file.pastedName)}
        >
          {messages.file.paste}
        </Button>
      </div>
    </section>
  );
}

const nothingDone = [] as const;

/** The first step of an import that is not there yet: its file. */
export function NewImport() {
  const { navigate } = useTab();
  const { upload, error, start, startSample, cancel } = useUpload();
  useTabLabel(messages.add);
  useDroppedFile('consents', (file) => {
    if (upload === null) start(file, file.name);
    else toast(messages.file.oneAtATime);
  });
  return (
    <div className="imp">
      <div className="toolbar">
        <h1 className="title">{messages.add}</h1>
        <span className="push" />
        <Button kind="ghost" onPress={() => navigate(importPath())}>
          {messages.title}
        </Button>
      </div>
      <Stepper
        current="file"
        done={nothingDone}
        isReached={(step) => step === 'file'}
        factOf={() => ''}
        onGo={() => undefined}
      />
      <div className="imp-standing">{error === null ? null : <ProblemNote problem={toProblem(error)} />}</div>
      {upload === null ? (
        <Source onFile={start} onSample={startSample} />
      ) : (
        <Sending upload={upload} onCancel={cancel} />
      )}
    </div>
  );
}
