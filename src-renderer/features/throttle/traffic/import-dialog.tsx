import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { throttlePath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { ImportedLog, TraceFormat } from '#shared/api/index.ts';
import { acceptOf } from '#shared/files/index.ts';
import { type DateOrder, dateOrders, type LogReading } from '#shared/throttle/traffic/recipe.ts';
import { traceFormats, traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import { isLabName } from '../names.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { Found, ImportLines, ImportProgress, Proposals } from './import-found.tsx';
import { useLogImport } from './use-log-import.ts';

const messages = labMessages.traffic.importing;

const anyFormat = 'any';
const formatOptions = [
  { id: anyFormat, label: messages.anyFormat },
  ...traceKinds.map((id) => ({ id, label: messages.formats[id] })),
];

const dateOptions = [
  { id: anyFormat, label: messages.anyFormat },
  ...dateOrders.map((id) => ({ id, label: messages.dateOrders[id] })),
];

const plainReading: LogReading = {
  format: null,
  time: null,
  key: null,
  path: null,
  method: null,
  dates: null,
  hashAddresses: false,
  withoutQueries: false,
  dropRefused: false,
  dropRepeats: false,
};

/** Keeps the imported requests as a traffic file and opens it. */
function useSaving(lab: Lab, onClose: () => void) {
  const { client, queryClient } = useApi();
  const { navigate } = useTab();
  return useMutation({
    mutationFn: ({ name, found }: { readonly name: string; readonly found: ImportedLog }) =>
      client.throttle.saveTraffic({ name, traffic: { ...found.traffic, name }, traceId: found.traceId }),
    onSuccess: async ({ file }) => {
      await queryClient.invalidateQueries();
      onClose();
      navigate(throttlePath(lab.route.file, file));
    },
  });
}

interface SettingsProps {
  readonly wanted: LogReading;
  readonly found: ImportedLog | null;
  readonly onChange: (wanted: LogReading) => void;
}

const columnFields = ['time', 'key', 'path', 'method'] as const;

/** The columns: guessed from the log, or as they are typed. */
function Columns({ wanted, found, onChange }: SettingsProps) {
  const orNull = (text: string) => (text === '' ? null : text);
  const named = (isMissing: number | undefined) => (isMissing === 0 ? messages.anyFormat : null);
  const { taken, missing } = found ?? {};
  const guessed = {
    time: taken?.time,
    key: taken?.key,
    path: named(missing?.path),
    method: named(missing?.method),
  };
  return columnFields.map((field) => (
    <TextField
      key={field}
      label={messages[field]}
      value={wanted[field] ?? ''}
      isMono
      placeholder={guessed[field] ?? ''}
      onChange={(text) => onChange({ ...wanted, [field]: orNull(text) })}
    />
  ));
}

/** The order of dates that can mean two days. */
function Dates({ wanted, onChange }: Omit<SettingsProps, 'found'>) {
  return (
    <Select
      label={messages.dates}
      options={dateOptions}
      value={wanted.dates ?? anyFormat}
      onChange={(dates) => onChange({ ...wanted, dates: dates === anyFormat ? null : (dates as DateOrder) })}
    />
  );
}

/** Choices of parts to leave out, and of those to keep as hashes alone. */
function Kept({ wanted, onChange }: Omit<SettingsProps, 'found'>) {
  const options = ['hashAddresses', 'withoutQueries', 'dropRefused', 'dropRepeats'] as const;
  return (
    <fieldset className="lab-found lab-kept">
      <legend className="help">{messages.kept}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={messages.options[option]}
          isChecked={wanted[option]}
          onChange={(isChecked) => onChange({ ...wanted, [option]: isChecked })}
        />
      ))}
    </fieldset>
  );
}

/** The name of a file as that of a traffic file. */
function nameFrom(fileName: string): string {
  const bare = fileName.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '');
  return bare.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}

/** The chosen files as one text. */
function chosenText(files: readonly File[]): string {
  const [first] = files;
  if (first === undefined) return '';
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  return files.length === 1 ? messages.chosen(first.name, size) : messages.chosenFiles(files.length, size);
}

/** Imports recorded requests as traffic: files, columns, omissions. */
export function ImportDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const [wanted, setWanted] = useState<LogReading>(plainReading);
  const [name, setName] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const log = useLogImport();
  const saving = useSaving(lab, onClose);
  const found = log.state?.state === 'done' ? log.state.found : null;
  const problem = saving.error === null ? log.problem : toProblem(saving.error);
  const isBusy = log.sent !== null || log.state?.state === 'running';
  const readWith = (reading: LogReading) => {
    setWanted(reading);
    log.read(reading);
  };
  return (
    <Dialog title={messages.title} onClose={onClose} wide>
      <div className="dialog-form lab-import">
        <span className="row wraps">
          <Button onPress={() => chooser.current?.click()}>{messages.chooseFile}</Button>
          <span className="mono clip">{chosenText(log.files)}</span>
          <FileChooser
            ref={chooser}
            label={messages.file}
            accept={acceptOf(Object.values(traceFormats))}
            multiple
            onFiles={(files) => {
              setName(nameFrom(files[0].name));
              log.choose(files, wanted);
            }}
          />
        </span>
        <ImportProgress log={log} />
        {log.preview === null ? null : <ImportLines preview={log.preview} />}
        {problem === null ? null : <ProblemNote problem={problem} />}
        <div className="lab-import-fields">
          <Select
            label={messages.format}
            options={formatOptions}
            value={wanted.format ?? anyFormat}
            onChange={(format) =>
              setWanted({ ...wanted, format: format === anyFormat ? null : (format as TraceFormat) })
            }
          />
          <Columns wanted={wanted} found={found} onChange={setWanted} />
          <Dates wanted={wanted} onChange={setWanted} />
          <p className="help">{found === null ? messages.help : found.columns.join(', ')}</p>
        </div>
        <Kept wanted={wanted} onChange={setWanted} />
        {found === null ? null : <Found found={found} />}
        {found === null ? null : <Proposals found={found} onChoose={(key) => readWith({ ...wanted, key })} />}
        <TextField
          label={messages.name}
          value={name}
          isMono
          help={labMessages.traffic.nameHelp}
          error={name === '' || isLabName(name) ? null : labMessages.traffic.nameHelp}
          onChange={setName}
        />
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button disabled={log.state === null || isBusy} onPress={() => log.read(wanted)}>
            {messages.read}
          </Button>
          <Button
            kind="ink"
            disabled={found === null || !isLabName(name) || saving.isPending}
            onPress={() => {
              if (found !== null) saving.mutate({ name, found });
            }}
          >
            {messages.act}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
