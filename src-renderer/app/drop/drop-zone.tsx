import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { contractPath, importPath } from '../../workbench/addresses.ts';
import { dropTargetOf, leaveFile } from '../../workbench/dropped-file.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { isEditable } from '../../workbench/use-keys.ts';
import './drop-zone.css';

const messages = sharedMessages.drop;

export interface DropZoneProps {
  /** Begins to bring in a workspace. */
  readonly onZip: (zip: File) => void;
}

function takeFiles(files: readonly File[], onZip: (zip: File) => void): void {
  const [file] = files;
  if (file === undefined) return;
  const target = dropTargetOf(file.name);
  if (target === null) return toast(messages.unknown(file.name));
  if (file.size === 0) return toast(messages.empty(file.name));
  if (files.length > 1) toast(messages.several);
  if (target === 'workspace') return onZip(file);
  leaveFile(target, file);
  openLink(target === 'consents' ? importPath('new') : contractPath({ tab: 'sources' }));
}

/**
 * Takes files that are dropped anywhere on the window, where no part of the screen has taken them. What else is dropped
 * goes nowhere: neither a link nor a file ever replaces the page.
 */
export function DropZone({ onZip }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => takeFiles(files, onZip));
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      const isFile = hasFiles(event);
      setIsOver(isFile && !event.defaultPrevented);
      if (event.defaultPrevented || (!isFile && isEditable(event.target))) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isFile ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (event.defaultPrevented || (!hasFiles(event) && isEditable(event.target))) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const onLeave = (event: DragEvent) => {
      // Nothing is entered where the window is left.
      if (event.relatedTarget === null) setIsOver(false);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragleave', onLeave);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragleave', onLeave);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-zone" aria-hidden="true">
      <span className="drop-words">
        <Icon of={Download} />
        {messages.drop}
      </span>
    </div>
  );
}
