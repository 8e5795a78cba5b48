import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { TemplateButton } from '#renderer/workbench/template-dialog.tsx';
import type { ImportTemplate } from '#shared/api/index.ts';
import { type DateReading, dateReadingSchema, type Mapping, mappingSchema } from '#shared/consents/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.map;

/** A template out of a file that a person chose; null: it is none. */
export function readTemplate(text: string): ImportTemplate | null {
  const value = parsedJson(text);
  if (!isJsonObject(value)) return null;
  const { name } = value;
  const mapping = mappingSchema.safeParse(value['mapping']);
  const dates = dateReadingSchema.nullish().safeParse(value['dates']);
  if (typeof name !== 'string' || name === '' || !mapping.success || !dates.success) return null;
  return { name, mapping: mapping.data, dates: dates.data ?? null };
}

interface TemplateRowProps {
  readonly template: ImportTemplate;
  readonly isLocked: boolean;
  readonly onApply: () => void;
  readonly onRemove: () => void;
}

function TemplateRow({ template, isLocked, onApply, onRemove }: TemplateRowProps) {
  const { name } = template;
  return (
    <li className="row tight">
      <button
        type="button"
        className="lnk clip"
        disabled={isLocked}
        aria-label={messages.applyTemplate(name)}
        data-words="data"
        onClick={onApply}
      >
        {name}
      </button>
      <span className="push" />
      <SmallGhostButton
        icon={Download}
        label={messages.exportTemplate(name)}
        onPress={() => saveFile(`${name}.json`, `${JSON.stringify(template, null, 2)}\n`, 'application/json')}
      />
      <SmallGhostButton icon={X} label={messages.removeTemplate(name)} onPress={onRemove} />
    </li>
  );
}

function TemplateImport({ onTemplate }: { readonly onTemplate: (template: ImportTemplate) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <SmallGhostButton icon={FileUp} onPress={() => chooser.current?.click()}>
        {messages.importTemplate}
      </SmallGhostButton>
      <FileChooser
        ref={chooser}
        label={messages.templateFile}
        accept=".json,application/json"
        onFiles={([file]) => {
          void file.text().then((text) => {
            const template = readTemplate(text);
            if (template === null) toast(messages.noTemplate);
            else onTemplate(template);
          });
        }}
      />
    </>
  );
}

export interface TemplatesProps {
  /** null: something is open, so that there is nothing to keep. */
  readonly mapping: Mapping | null;
  readonly dates: DateReading | null;
  readonly isLocked: boolean;
  readonly onApply: (template: ImportTemplate) => void;
}

/** Mappings that were kept for files of the same kind. */
export function Templates({ mapping, dates, isLocked, onApply }: TemplatesProps) {
  const { client, orpc, queryClient } = useApi();
  const [name, setName] = useState('');
  const templates = useQuery(orpc.imports.templates.queryOptions({ staleTime: 0 }));
  const changing = useMutation({
    mutationFn: (call: () => Promise<ImportTemplate[]>) => call(),
    onSuccess: (answer) => queryClient.setQueryData(orpc.imports.templates.queryKey(), answer),
  });
  const save = (template: ImportTemplate) =>
    changing.mutate(() => client.imports.saveTemplate(template), {
      onSuccess: () => toast(messages.templateSaved(template.name)),
    });
  const error = templates.error ?? changing.error;
  const all = templates.data ?? [];
  return (
    <section aria-label={messages.templates}>
      <PaneHead title={messages.templates} />
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {all.length === 0 ? <p className="remark">{messages.noTemplates}</p> : null}
      <ul className="imp-templates">
        {all.map((template) => (
          <TemplateRow
            key={template.name}
            template={template}
            isLocked={isLocked}
            onApply={() => {
              onApply(template);
              toast(messages.applied(template.name));
            }}
            onRemove={() => changing.mutate(() => client.imports.removeTemplate({ name: template.name }))}
          />
        ))}
      </ul>
      <div className="imp-form">
        <TextField label={messages.template} value={name} onChange={setName} />
        <span className="row wraps tight">
          <Button
            small
            disabled={mapping === null || name.trim() === '' || changing.isPending}
            onPress={() => {
              if (mapping !== null) save({ name: name.trim(), mapping, dates });
            }}
          >
            {messages.saveTemplate}
          </Button>
          <TemplateImport onTemplate={save} />
          <TemplateButton kind="import" isIcon />
        </span>
      </div>
    </section>
  );
}
