import { Copy, Ellipsis, Save, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { MergeConflict } from '#shared/workspace/three-way.ts';
import { Button } from '../../ui/button.tsx';
import { Note, ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { filePath } from '../../workbench/addresses.ts';
import { useCommands } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { ProblemActs } from '../../workbench/problem-acts.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { Removal } from './removal.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.identity;

type Choices = ReadonlyMap<string, 'mine' | 'theirs'>;

function ConflictNote() {
  const { form } = useFormUnderEdit();
  const [choices, setChoices] = useState<Choices>(new Map());
  const chosen = (pointer: string) => choices.get(pointer) ?? 'mine';
  const text = (value: MergeConflict['mine']) =>
    value === undefined ? messages.noValue : JSON.stringify(value);
  return (
    <Note
      kind="warning"
      title={messages.conflict}
      actions={
        <Button
          small
          onPress={() =>
            form.resolve(new Map(form.conflicts.map(({ pointer }) => [pointer, chosen(pointer)])))
          }
        >
          {messages.takeChoices}
        </Button>
      }
    >
      <p>{messages.conflictText}</p>
      {form.conflicts.map(({ pointer, mine, theirs }) => (
        <div key={pointer} className="conflict">
          <span className="mono">{pointer === '' ? form.id : pointer}</span>
          <Segmented
            mini
            label={pointer}
            options={[
              { id: 'mine', label: messages.mine },
              { id: 'theirs', label: messages.theirs },
            ]}
            value={chosen(pointer)}
            onChange={(side) => setChoices(new Map(choices).set(pointer, side))}
          />
          <span className="mono wrap">{text(chosen(pointer) === 'mine' ? mine : theirs)}</span>
        </div>
      ))}
    </Note>
  );
}

function FormNotes() {
  const { form } = useFormUnderEdit();
  const problems = form.registration?.problems.filter(({ severity }) => severity !== 'notice') ?? [];
  return (
    <>
      {form.problem === null ? null : <ProblemNote problem={form.problem} />}
      {form.conflicts.length === 0 ? null : <ConflictNote />}
      {form.isGone ? <p className="remark">{messages.goneOutside}</p> : null}
      {form.isReadOnly ? <p className="remark">{messages.readOnly}</p> : null}
      {form.isMerged ? <p className="remark">{messages.merged}</p> : null}
      {problems.map((problem) => (
        <ProblemNote
          key={`${problem.code} ${problem.location?.pointer ?? ''}`}
          problem={problem}
          actions={<ProblemActs problem={problem} />}
        />
      ))}
    </>
  );
}

/** Says that there are edits that are not saved. */
function Edited() {
  return (
    <span className="ref row tight">
      <i className="dot c-accent" />
      {messages.unsaved}
    </span>
  );
}

export interface EditorFrameProps {
  readonly title: string;
  /** Acts of this kind of thing, at the left of the common ones. */
  readonly acts?: ReactNode;
  /** It can be saved unchanged. */
  readonly isComplete?: boolean;
  readonly children: ReactNode;
}

/** The frame around every form: title, actions and problems. */
export function EditorFrame(props: EditorFrameProps) {
  const titleId = useId();
  const { form, onDuplicate, onRemoved } = useFormUnderEdit();
  const { title, acts, isComplete = true, children } = props;
  const [isRemoving, setIsRemoving] = useState(false);
  const canSave =
    isComplete && !form.isReadOnly && form.conflicts.length === 0 && (form.isEdited || form.isNew);
  const { registration } = form;
  useCommands([
    {
      id: 'identity.save',
      title: messages.saveCommand,
      group: 'file',
      keys: ['ctrl+s'],
      isInMenu: true,
      run: () => {
        if (canSave) form.save();
      },
    },
  ]);
  return (
    <section className="editor" aria-labelledby={titleId}>
      <div className="toolbar">
        <h2 id={titleId} className={registration === null ? 'title clip' : 'title mono clip'}>
          {title}
        </h2>
        {form.isEdited ? <Edited /> : null}
        <span className="push" />
        {acts}
        {registration === null ? null : (
          <>
            <Button kind="ghost" icon={Copy} onPress={onDuplicate}>
              {messages.duplicate}
            </Button>
            {form.isReadOnly ? null : (
              <Button kind="ghost" icon={Trash2} onPress={() => setIsRemoving(true)}>
                {messages.remove}
              </Button>
            )}
            <Button
              kind="ghost"
              icon={Ellipsis}
              label={messages.editFile}
              onPress={() => openLink(filePath(registration.file))}
            />
          </>
        )}
        <Button disabled={!form.isEdited && !form.isNew} onPress={form.revert}>
          {messages.revert}
        </Button>
        <Button
          kind="ink"
          icon={Save}
          keyHint="ctrl+s"
          disabled={!canSave || form.isSaving}
          onPress={form.save}
        >
          {messages.save}
        </Button>
      </div>
      <ScrollRegion isBody className="editor-body" labelledBy={titleId}>
        <FormNotes />
        {registration?.document === null ? <p className="remark">{messages.brokenText}</p> : children}
      </ScrollRegion>
      {isRemoving && registration !== null ? (
        <Removal
          registration={registration}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => {
            setIsRemoving(false);
            form.revert();
            onRemoved();
          }}
        />
      ) : null}
    </section>
  );
}
