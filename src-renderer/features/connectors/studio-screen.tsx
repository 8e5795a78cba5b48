import { useState } from 'react';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { ChangedOutside } from '#renderer/workbench/file-draft/changed-outside.tsx';
import { MergeDialog } from '#renderer/workbench/file-draft/merge-dialog.tsx';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { ConsolePane } from './console/console-pane.tsx';
import { useConsole } from './console/use-console.ts';
import { ExportDialog } from './export-dialog.tsx';
import { EditPane } from './form/edit-pane.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import type { PreviewProps } from './preview/read-mapping.tsx';
import { type StudioDialog, StudioToolbar } from './studio-toolbar.tsx';
import { PartTree } from './tree/tree.tsx';
import { TypeDialog } from './type-dialog.tsx';
import type { Studio } from './use-studio.ts';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectors;

const tabs = (['configuration', 'preview', 'console'] as const).map((id) => ({
  id,
  label: messages.panes[id],
}));

/** The standing warnings of the connector, and the problem or outside change of its file. */
function StandingNotes({ studio, onMerge }: { readonly studio: Studio; readonly onMerge: () => void }) {
  const { file, system } = studio;
  const warnings = system?.warnings ?? [];
  return (
    <>
      {file.problem === null ? null : <ProblemNote problem={file.problem} />}
      <ChangedOutside state={file} onMerge={onMerge} />
      {warnings.length === 0 ? null : (
        <ul className="studio-standing" aria-label={messages.standing}>
          {warnings.map((warning) => (
            <li key={warning} data-words="data">
              <Drawn name="warning" small />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function WidePanes({ studio, runner }: PreviewProps) {
  return (
    <div className={studio.kept.isConsoleOpen ? 'studio-grid' : 'studio-grid closed'}>
      <PartTree studio={studio} />
      <EditPane studio={studio} />
      <PreviewPane studio={studio} runner={runner} />
      <ConsolePane studio={studio} runner={runner} />
    </div>
  );
}

function NarrowPanes({ studio, runner }: PreviewProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('configuration');
  return (
    <Tabs label={messages.panes.label} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'configuration' ? <EditPane studio={studio} /> : null}
      {tab === 'preview' ? <PreviewPane studio={studio} runner={runner} /> : null}
      {tab === 'console' ? <ConsolePane studio={studio} runner={runner} /> : null}
    </Tabs>
  );
}

interface DialogsProps {
  readonly studio: Studio;
  readonly opened: StudioDialog | null;
  readonly onClose: () => void;
}

function Dialogs({ studio, opened, onClose }: DialogsProps) {
  const { file, fileName } = studio;
  if (opened === 'diff') return <ChangesDialog studio={studio} onClose={onClose} />;
  if (opened === 'export') return <ExportDialog studio={studio} onClose={onClose} />;
  if (opened === 'type') return <TypeDialog studio={studio} onClose={onClose} />;
  if (opened !== 'merge') return null;
  return (
    <MergeDialog
      file={fileName}
      baseText={file.saved.text}
      mineText={file.text}
      onClose={onClose}
      onMerged={(text, theirs) => {
        file.takeMerged(text, theirs);
        onClose();
        toast(sharedMessages.merge.done);
      }}
    />
  );
}

interface Acts {
  readonly save: () => void;
  readonly open: (dialog: StudioDialog) => void;
}

function useStudioCommands(studio: Studio, { save, open }: Acts): void {
  const { file, kept, problems, goTo } = studio;
  const isForm = kept.view === 'form';
  // From the place that was gone to last; from none, the first or the last.
  const at = problems.findIndex(({ pointer }) => pointer === studio.target?.pointer);
  const go = (to: number) => {
    if (studio.syntax !== null) return studio.goToSyntax();
    const problem = problems.at(problems.length === 0 ? 0 : to % problems.length);
    if (problem !== undefined) goTo(problem.pointer);
  };
  const { commands } = messages;
  useCommands([
    // Never disabled: a person who types and saves at once must not be faster than the list of commands.
    {
      id: 'connectors.save',
      title: commands.save,
      group: 'file',
      keys: ['ctrl+s'],
      isInMenu: true,
      run: save,
    },
    { id: 'connectors.export', title: commands.export, group: 'file', run: () => open('export') },
    {
      id: 'connectors.changes',
      title: commands.changes,
      group: 'view',
      isDisabled: !file.isDirty,
      run: () => open('diff'),
    },
    {
      id: 'connectors.undo',
      title: commands.undo,
      group: 'edit',
      keys: ['ctrl+z'],
      isTextKey: true,
      isDisabled: !isForm || !file.isDirty,
      run: file.undo,
    },
    {
      id: 'connectors.redo',
      title: commands.redo,
      group: 'edit',
      keys: ['ctrl+shift+z', 'ctrl+y'],
      isTextKey: true,
      isDisabled: !isForm,
      run: file.redo,
    },
    {
      id: 'connectors.view',
      title: commands.view,
      group: 'view',
      keys: ['alt+j'],
      run: () => studio.keep({ view: isForm ? 'json' : 'form' }),
    },
    { id: 'connectors.next-problem', title: commands.next, group: 'go', keys: ['f8'], run: () => go(at + 1) },
    {
      id: 'connectors.previous-problem',
      title: commands.previous,
      group: 'go',
      keys: ['shift+f8'],
      run: () => go(at < 0 ? -1 : at - 1),
    },
  ]);
}

/** The studio of one connector: its parts, a form or their text, a preview, and a console. */
export function StudioScreen({ studio }: { readonly studio: Studio }) {
  const { isNarrow } = useTab();
  const [opened, setOpened] = useState<StudioDialog | null>(null);
  const runner = useConsole(studio);
  const { file, name } = studio;
  useTabLabel(name, file.isDirty);
  const save = () => {
    void file.save().then((outcome) => {
      if (outcome === 'conflict') setOpened('merge');
    });
  };
  useStudioCommands(studio, { save, open: setOpened });
  return (
    <div className="studio">
      <StudioToolbar studio={studio} onSave={save} onOpen={setOpened} />
      <StandingNotes studio={studio} onMerge={() => setOpened('merge')} />
      {isNarrow ? (
        <NarrowPanes studio={studio} runner={runner} />
      ) : (
        <WidePanes studio={studio} runner={runner} />
      )}
      <Dialogs studio={studio} opened={opened} onClose={() => setOpened(null)} />
    </div>
  );
}
