import { FolderInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { runCommand } from '../../../workbench/commands.ts';
import { words } from './words.ts';

interface SourceProps {
  readonly isBusy: boolean;
  readonly onPlace: (place: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropFiles({ onFiles }: Pick<SourceProps, 'onFiles'>) {
  const chooser = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(onFiles);
  return (
    <section className={isOver ? 'bring-drop over' : 'bring-drop'} aria-label={words.drop} {...handlers}>
      <Icon of={FolderInput} />
      <p className="strong">{words.drop}</p>
      <p className="muted">{words.dropText}</p>
      <Button onPress={() => chooser.current?.click()}>{words.choose}</Button>
      <FileChooser ref={chooser} label={words.chooserLabel} accept=".json,.zip" multiple onFiles={onFiles} />
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
      <p className="muted">{words.text}</p>
      <div className="bring-place">
        <TextField
          label={words.place}
          value={place}
          isMono
          help={words.placeHelp}
          onChange={setPlace}
          onEnter={look}
        />
        <Button kind="ink" disabled={place.trim() === '' || isBusy} onPress={look}>
          {words.look}
        </Button>
      </div>
      <DropFiles onFiles={onFiles} />
      <div className="row wrap-row">
        <span className="muted">{words.workspaceText}</span>
        <Button small kind="ghost" onPress={() => runCommand('file.new')}>
          {words.newWorkspace}
        </Button>
        <Button small kind="ghost" onPress={() => runCommand('file.open')}>
          {words.openWorkspace}
        </Button>
      </div>
    </div>
  );
}
