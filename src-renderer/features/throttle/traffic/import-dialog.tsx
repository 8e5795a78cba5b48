import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { throttlePath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { ImportedTrace, TraceFormat } from '#shared/api/index.ts';
import { acceptOf, formatOfFile } from '#shared/files/index.ts';
import { traceFormats, traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import { isLabName } from '../names.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { piecesOf } from './import-pieces.ts';

const messages = labMessages.traffic.importing;

const formatOptions = traceKinds.map((id) => ({ id, label: messages.formats[id] }));

interface Wanted {
  readonly format: TraceFormat;
  readonly time: string;
  readonly key: string;
}

/** Reads a file piece by piece in the engine. */
function useReading(onRead: (found: ImportedTrace) => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async ({ file, wanted }: { readonly file: File; readonly wanted: Wanted }) => {
      const { format, time, key } = wanted;
      const columns = { time: time === '' ? null : time, key: key === '' ? null : key };
      const { importId } = await client.throttle.importTrace({ format, ...columns });
      for await (const text of piecesOf(file)) await client.throttle.importPiece({ importId, text });
      return client.throttle.finishImport({ importId });
    },
    onSuccess: onRead,
  });
}

/** The content of the imported file, and the parts left out. */
function Found({ found }: { readonly found: ImportedTrace }) {
  return (
    <section className="lab-found" aria-label={messages.skipped}>
      <p className="strong">{messages.imported(found.traceRequests, found.traffic.clients.length)}</p>
      {found.skipped === 0 ? (
        <p className="help">{messages.nothingSkipped}</p>
      ) : (
        <>
          <p className="help">{`${messages.skipped}: ${found.skipped}`}</p>
          <ul className="lab-remarks">
            {found.remarks.slice(0, 8).map(({ line, message }) => (
              <li key={`${line} ${message}`} className="ref wrap">
                {`${line}: ${message}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Keeps the imported requests as a traffic file and opens it. */
function useSaving(lab: Lab, onClose: () => void) {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const { navigate } = useTab();
  return useMutation({
    mutationFn: ({ name, found }: { readonly name: string; readonly found: ImportedTrace }) =>
      client.throttle.saveTraffic({ name, traffic: { ...found.traffic, name }, traceId: found.traceId }),
    onSuccess: async ({ file }) => {
      await queryClient.invalidateQueries();
      onClose();
      navigate(throttlePath(lab.route.file, file));
    },
  });
}

/** The columns: chosen where the file told them, typed before. */
function Columns({
  wanted,
  found,
  onChange,
}: {
  readonly wanted: Wanted;
  readonly found: ImportedTrace | null;
  readonly onChange: (wanted: Wanted) => void;
}) {
  if (wanted.format === 'har') return null;
  const help = found === null ? messages.help : found.columns.join(', ');
  return (
    <>
      <TextField
        label={messages.time}
        value={wanted.time}
        isMono
        placeholder={found?.taken.time ?? ''}
        onChange={(time) => onChange({ ...wanted, time })}
      />
      <TextField
        label={messages.key}
        value={wanted.key}
        isMono
        placeholder={found?.taken.key ?? ''}
        help={help}
        onChange={(key) => onChange({ ...wanted, key })}
      />
    </>
  );
}

/** The name of a file as that of a traffic file. */
function nameFrom(fileName: string): string {
  const bare = fileName.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9._-]+/g, '-');
  return bare.replace(/^[^A-Za-z0-9]+/, '');
}

/** Imports recorded requests as traffic: file, columns, omissions. */
export function ImportDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [wanted, setWanted] = useState<Wanted>({ format: 'csv', time: '', key: '' });
  const [found, setFound] = useState<ImportedTrace | null>(null);
  const [name, setName] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const reading = useReading(setFound);
  const saving = useSaving(lab, onClose);
  const choose = (chosen: File) => {
    const next = { ...wanted, format: formatOfFile(traceFormats, chosen.name) ?? wanted.format };
    setFile(chosen);
    setWanted(next);
    setName(nameFrom(chosen.name));
    reading.mutate({ file: chosen, wanted: next });
  };
  const problem = reading.error ?? saving.error;
  const isReady = found !== null && isLabName(name) && !saving.isPending;
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div className="dialog-form">
        <span className="row wraps">
          <Button onPress={() => chooser.current?.click()}>{messages.chooseFile}</Button>
          <span className="mono clip">
            {file === null ? '' : messages.chosen(file.name, formatBytes(file.size))}
          </span>
          <FileChooser
            ref={chooser}
            label={messages.file}
            accept={acceptOf(Object.values(traceFormats))}
            onFiles={([chosen]) => choose(chosen)}
          />
        </span>
        <Segmented
          label={messages.format}
          options={formatOptions}
          value={wanted.format}
          onChange={(format) => setWanted({ ...wanted, format })}
        />
        <Columns wanted={wanted} found={found} onChange={setWanted} />
        {problem === null ? null : <ProblemNote problem={toProblem(problem)} />}
        {found === null ? null : <Found found={found} />}
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
          <Button
            disabled={file === null || reading.isPending}
            onPress={() => {
              if (file !== null) reading.mutate({ file, wanted });
            }}
          >
            {messages.read}
          </Button>
          <Button
            kind="ink"
            disabled={!isReady}
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
