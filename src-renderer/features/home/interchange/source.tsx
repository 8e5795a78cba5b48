import { FolderInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, SmallGhostButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { runCommand } from '../../../workbench/commands.ts';
import { messages } from './words.ts';

interface SourceProps {
  readonly isBusy: boolean;
  readonly onPlace: (place: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropFiles({ onFiles }: Pick<SourceProps, 'onFiles'>) {
  const chooser = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(onFiles);
  return (
    <section className={isOver ? 'bring-drop over' : 'bring-drop'} aria-label={messages.drop} {...handlers}>
      <Icon of={FolderInput} />
      <p className="strong">{messages.drop}</p>
      <p className="muted">{messages.dropText}</p>
      <Button onPress={() => chooser.current?.click()}>{messages.choose}</Button>
      <FileChooser
        ref={chooser}
        label={messages.chooserLabel}
        accept=".json,.zip"
        multiple
        onFiles={onFiles}
      />
    </section>
  );
}

/** Where a product's files are: a path on this machine, or files that are dropped. */
export function Source({ isBusy, onPlace, onFiles }: SourceProps) {
  const [place, setPlace] = useState('');
  const look = () => {
    if (place.trim() !== '' && !isBusy) onPlace(place.trim());
  };
  return (
    <div className="bring-source">
      <p className="muted">{messages.text}</p>
      <div className="bring-place">
        <TextField
          label={messages.place}
          value={place}
          isMono
          help={messages.placeHelp}
          onChange={setPlace}
          onEnter={look}
        />
        <Button kind="ink" disabled={place.trim() === '' || isBusy} onPress={look}>
          {messages.look}
        </Button>
      </div>
      <DropFiles onFiles={onFiles} />
      <div className="row wrap-row">
        <span className="muted">{messages.workspaceText}</span>
        <SmallGhostButton onPress={() => runCommand('file.new')}>{messages.newWorkspace}</SmallGhostButton>
        <SmallGhostButton onPress={() => runCommand('file.open')}>{messages.openWorkspace}</SmallGhostButton>
      </div>
    </div>
  );
}
