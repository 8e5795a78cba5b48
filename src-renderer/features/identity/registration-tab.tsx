import type { LucideIcon } from 'lucide-react';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Registration, RegistrationKind } from '#shared/api/index.ts';
import { toProblem } from '../../api/problem.ts';
import { useStore } from '../../api/store.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { type IdentityTab, identityPath } from '../../workbench/addresses.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { draftKey, type FormDraft, formDrafts, keepDraft, type Members } from './drafts.ts';
import { FormContext } from './form-context.ts';
import { type Entry, Split } from './split.tsx';
import { type Form, useForm } from './use-form.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

/** In addresses, the placeholder of a new one. */
export const newId = '+';

export interface EditorProps {
  readonly kind: RegistrationKind;
  /** Empty: a new one. */
  readonly id: string;
  readonly registration: Registration | null;
  readonly blank: Members;
  readonly form: ComponentType;
  /** The address of one of them, of the list without an id. */
  readonly pathOf: (id?: string) => string;
}

/** Begins a new one with what another one says; its secrets are its own. */
function beginCopy({ kind, document, id }: Form): void {
  const copied: FormDraft = { id: `${id}-copy`, baseVersion: null, base: {}, document, secrets: {} };
  keepDraft(draftKey(kind, ''), copied);
}

/** The form of one registration, or of a new one. */
export function RegistrationEditor({ kind, id, registration, blank, form: KindForm, pathOf }: EditorProps) {
  const { navigate } = useTab();
  const form = useForm({
    kind,
    id,
    registration,
    blank: { id: '', baseVersion: null, base: {}, document: blank, secrets: {} },
    onSaved: (saved) => navigate(pathOf(saved.id)),
  });
  const onDuplicate = () => {
    beginCopy(form);
    navigate(pathOf(newId));
  };
  return (
    <FormContext value={{ form, onDuplicate, onRemoved: () => navigate(pathOf()) }}>
      <KindForm />
    </FormContext>
  );
}

export interface RegistrationTabProps {
  readonly tab: IdentityTab;
  readonly kind: RegistrationKind;
  readonly words: {
    readonly add: string;
    readonly list: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly chooseText: string;
  };
  readonly icon: LucideIcon;
  readonly blank: Members;
  readonly form: ComponentType;
  /** The content at the right of its line. */
  readonly note: ComponentType<{ readonly registration: Registration }>;
  /** Other ways to a new one, beside the plain one. */
  readonly acts?: ReactNode;
  /** Lines above the registrations, each with its screen. */
  readonly pages?: readonly { readonly entry: Entry; readonly page: ReactNode }[];
}

/** The id in an address; a wide window always shows one beside the list: the first until another is chosen. */
function chosenOf(rest: string, first: Registration | undefined): string {
  const [, ...steps] = rest.split('/');
  return steps.join('/') || (first?.id ?? '');
}

interface NothingProps extends Pick<RegistrationTabProps, 'words' | 'icon'> {
  readonly isEmpty: boolean;
  readonly addButton: ReactNode;
}

/** There is none, or none is chosen. */
function Nothing({ words, icon, isEmpty, addButton }: NothingProps) {
  return (
    <Empty
      icon={icon}
      title={isEmpty ? words.emptyTitle : identityMessages.identity.chooseTitle(words.list)}
      text={isEmpty ? words.emptyText : words.chooseText}
      actions={addButton}
    />
  );
}

/** Registrations of one kind: the list, and the form of the chosen one. */
export function RegistrationTab(props: RegistrationTabProps) {
  const { tab, kind, words, icon, blank, form, note: LineNote, pages = [] } = props;
  const { address, navigate, isNarrow } = useTab();
  const list = useRegistrations(kind);
  const drafts = useStore(formDrafts);
  const isSlow = useDelayed(list.isPending);
  const registrations = list.data ?? [];
  const chosen = chosenOf(address?.rest ?? '', isNarrow ? undefined : registrations[0]);
  const pathOf = (id?: string) => (id === undefined ? identityPath(tab) : identityPath(tab, id));
  const entries = registrations.map((registration) => ({
    id: registration.id,
    title: registration.id,
    note: <LineNote registration={registration} />,
    isDirty: drafts.has(draftKey(kind, registration.id)),
    text: JSON.stringify(registration.document ?? ''),
  }));
  const hasNewDraft = drafts.has(draftKey(kind, ''));
  const newEntry = { id: newId, title: words.add, isWord: true, note: null, isDirty: hasNewDraft, text: '' };
  const found = registrations.find(({ id }) => id === chosen) ?? null;
  const page = pages.find(({ entry }) => entry.id === chosen)?.page;
  const isEditing = chosen === newId || found !== null || drafts.has(draftKey(kind, chosen));
  const editorId = chosen === newId ? '' : chosen;
  const addButton = (
    <Button icon={Plus} onPress={() => navigate(pathOf(newId))}>
      {words.add}
    </Button>
  );
  return (
    <Split
      label={words.list}
      entries={[
        ...pages.map(({ entry }) => entry),
        ...(hasNewDraft || chosen === newId ? [newEntry] : []),
        ...entries,
      ]}
      selectedId={chosen === '' ? null : chosen}
      onSelect={(id) => navigate(pathOf(id))}
      acts={
        <>
          <SmallGhostButton icon={Plus} label={words.add} onPress={() => navigate(pathOf(newId))} />
          {props.acts}
        </>
      }
    >
      {list.error === null ? null : <ProblemNote problem={toProblem(list.error)} />}
      {page ??
        (isEditing ? (
          <RegistrationEditor
            key={`${kind} ${editorId}`}
            kind={kind}
            id={editorId}
            registration={found}
            blank={blank}
            form={form}
            pathOf={pathOf}
          />
        ) : list.isPending ? (
          <div className={isSlow ? 'screen-loading' : ''} />
        ) : (
          <Nothing words={words} icon={icon} isEmpty={registrations.length === 0} addButton={addButton} />
        ))}
    </Split>
  );
}
