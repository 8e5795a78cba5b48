import { FolderOpen } from 'lucide-react';
import { chooseFolder, desktopPort } from '../../api/desktop-port.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.desktop;

export interface FolderChooserProps {
  /** Where the dialog begins; empty: where the system likes. */
  readonly directory: string;
  readonly onChoose: (folder: string) => void;
}

/** Opens the system's dialog of folders. A browser has none that tells a path: there it is not shown. */
export function FolderChooser({ directory, onChoose }: FolderChooserProps) {
  if (useStore(desktopPort) === null) return null;
  const choose = async () => {
    const folder = await chooseFolder(messages.chooseFolderTitle, directory);
    if (folder !== null) onChoose(folder);
  };
  return (
    <div className="row">
      <Button small icon={FolderOpen} onPress={() => void choose()}>
        {messages.chooseFolder}
      </Button>
    </div>
  );
}
