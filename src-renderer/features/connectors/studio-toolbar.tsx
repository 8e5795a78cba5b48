import { FileDiff, FileDown, Plus, Redo2, Save, Undo2 } from 'lucide-react';
import { useAppStatus } from '#renderer/api/live.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { filePath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { Studio } from './use-studio.ts';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectors;

export type StudioDialog = 'diff' | 'export' | 'type' | 'merge';

export interface StudioToolbarProps {
  readonly studio: Studio;
  readonly onSave: () => void;
  readonly onOpen: (dialog: StudioDialog) => void;
}

/** Which connector, in which environment, and the acts on its file. */
export function StudioToolbar({ studio, onSave, onOpen }: StudioToolbarProps) {
  const { file, name, fileName, system } = studio;
  const environment = useAppStatus()?.environment ?? null;
  // The editor has its own way back, under the same keys.
  const isText = studio.kept.view === 'json';
  const serviceUri = system?.serviceUri ?? null;
  const baseName = fileName.split('/').at(-1) ?? fileName;
  return (
    <div className="toolbar">
      <h1 className="title clip" data-words="data">
        {system?.displayName ?? name}
      </h1>
      <button
        type="button"
        className="lnk mono"
        aria-label={messages.openFile(baseName)}
        onClick={() => openLink(filePath(fileName))}
      >
        {baseName}
      </button>
      {file.isDirty ? (
        <>
          <i className="dot c-accent" />
          <span className="vh">{messages.notSaved}</span>
        </>
      ) : null}
      {serviceUri === null ? null : (
        <span className="ref mono clip lg" title={messages.remote} data-words="data">
          {serviceUri}
        </span>
      )}
      <span className="ref lg studio-environment">
        {messages.environment} <span className="mono">{environment ?? sharedMessages.common.none}</span>
      </span>
      <span className="push row wraps tight">
        <SmallGhostButton icon={Undo2} label={messages.undo} disabled={isText} onPress={file.undo} />
        <SmallGhostButton icon={Redo2} label={messages.redo} disabled={isText} onPress={file.redo} />
        <SmallGhostButton icon={Plus} onPress={() => onOpen('type')}>
          {messages.addType}
        </SmallGhostButton>
        <SmallGhostButton icon={FileDown} onPress={() => onOpen('export')}>
          {messages.export}
        </SmallGhostButton>
        <SmallGhostButton icon={FileDiff} disabled={!file.isDirty} onPress={() => onOpen('diff')}>
          {messages.changes}
        </SmallGhostButton>
        <Button
          icon={Save}
          keyHint="ctrl+s"
          disabled={!file.isDirty || file.saved.isReadOnly}
          onPress={onSave}
        >
          {sharedMessages.common.save}
        </Button>
      </span>
    </div>
  );
}
