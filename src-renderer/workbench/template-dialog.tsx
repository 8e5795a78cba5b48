import { useMutation, useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import type { TemplateSummary } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { DialogActs } from '../ui/act-dialog.tsx';
import { Button, SmallGhostButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast.tsx';
import { templates } from '../words/en/templates.ts';
import { localised } from '../words/localised.ts';
import { connectorPath, identityPath, throttlePath } from './addresses.ts';
import { openLink } from './layout-store.ts';

const messages = localised({ templates }).templates;

type Kind = TemplateSummary['kind'];
type Values = Readonly<Record<string, string>>;

/** Where a new thing is shown. */
function pathOf(kind: Kind, name: string, file: string | null): string | null {
  if (kind === 'client') return identityPath('clients', name);
  if (file === null) return null;
  return kind === 'connector' ? connectorPath(file) : throttlePath(file);
}

/** The initial values: those of the template. */
function proposed({ placeholders }: TemplateSummary): Values {
  return Object.fromEntries(placeholders.map(({ name, default: value }) => [name, value]));
}

interface FormProps {
  readonly kind: Kind;
  readonly listed: readonly TemplateSummary[];
  readonly first: TemplateSummary;
  readonly onClose: () => void;
}

function TemplateForm({ kind, listed, first, onClose }: FormProps) {
  const { client, queryClient } = useApi();
  const [chosen, setChosen] = useState(first);
  const [values, setValues] = useState<Values>(() => proposed(first));
  const making = useMutation({
    mutationFn: () => client.templates.create({ kind, id: chosen.id, values }),
    onSuccess: async ({ name, file }) => {
      await queryClient.invalidateQueries();
      onClose();
      const path = pathOf(kind, name, file);
      if (path === null) toast(messages.kept(name));
      else openLink(path);
    },
  });
  const make = () => {
    if (!making.isPending) making.mutate();
  };
  return (
    <div className="dialog-form">
      <Select
        label={messages.template}
        options={listed.map(({ id, title }) => ({ id, label: title }))}
        value={chosen.id}
        onChange={(id) => {
          const next = listed.find((template) => template.id === id) ?? chosen;
          setChosen(next);
          setValues(proposed(next));
        }}
      />
      <p className="muted" data-words="data">
        {chosen.text}
      </p>
      {chosen.placeholders.map(({ name, label, type }) => (
        <TextField
          key={`${chosen.id} ${name}`}
          label={label}
          type={type === 'secret' ? 'password' : type}
          value={values[name] ?? ''}
          isMono={type !== 'text'}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          onEnter={make}
          {...(type === 'secret'
            ? { help: kind === 'client' ? messages.madeUpHelp : messages.secretHelp }
            : {})}
        />
      ))}
      {making.error === null ? null : <ProblemNote problem={toProblem(making.error)} />}
      <DialogActs act={messages.make} disabled={making.isPending} onAct={make} onClose={onClose} />
    </div>
  );
}

function TemplateDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const { orpc } = useApi();
  const all = useQuery(orpc.templates.list.queryOptions());
  const listed = (all.data ?? []).filter((template) => template.kind === kind);
  const [first] = listed;
  return (
    <Dialog title={messages.titles[kind]} onClose={onClose}>
      {all.error === null ? null : <ProblemNote problem={toProblem(all.error)} />}
      {all.isPending ? <output className="muted">{messages.reading}</output> : null}
      {first === undefined ? null : (
        <TemplateForm kind={kind} listed={listed} first={first} onClose={onClose} />
      )}
    </Dialog>
  );
}

export interface TemplateButtonProps {
  readonly kind: Kind;
  /** An icon among others; else a button with its words. */
  readonly isIcon?: boolean;
}

/** Begins something new with a template that comes with Gatehouse. */
export function TemplateButton({ kind, isIcon = false }: TemplateButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {isIcon ? (
        <SmallGhostButton icon={LayoutTemplate} label={messages.titles[kind]} onPress={open} />
      ) : (
        <Button icon={LayoutTemplate} onPress={open}>
          {messages.begin}
        </Button>
      )}
      {isOpen ? <TemplateDialog kind={kind} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
