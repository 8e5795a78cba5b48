import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { readOpenApi } from '#shared/connectors/drafting/index.ts';
import { studioMessages } from '../words.ts';
import { readDocument } from './read-document.ts';
import type { SourceProps } from './sample-source.tsx';

const messages = studioMessages.connectorWizard;

/** Words that say which object class the objects of a path most likely are. */
function likelyType(path: string): string {
  if (/group|team|role/i.test(path)) return '__GROUP__';
  return /user|person|people|account|employee|member|contact/i.test(path)
    ? '__ACCOUNT__'
    : path.replaceAll(/[^\w]+/g, '_').replaceAll(/^_|_$/g, '');
}

/** A file with an OpenAPI document, and which of its objects the connector is for. */
export function OpenApiSource({ wanted, onChange }: SourceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { openApi } = wanted;
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const document = await readDocument(await file.text());
      return { name: file.name, openApi: document === undefined ? null : readOpenApi(document) };
    },
    onSuccess: ({ openApi: found }) => {
      const people = found?.resources.find(({ path }) => likelyType(path) === '__ACCOUNT__');
      const resource = (people ?? found?.resources[0])?.path ?? null;
      onChange({
        openApi: found,
        resource,
        objectType: resource === null ? wanted.objectType : likelyType(resource),
        serviceUri: found === null || found.serviceUri === '' ? wanted.serviceUri : found.serviceUri,
        authentication: null,
        paging: null,
      });
    },
  });
  const isNone = reading.data !== undefined && reading.data.openApi === null;
  return (
    <>
      <span className="row wraps">
        <Button onPress={() => chooser.current?.click()}>{messages.chooseFile}</Button>
        <span className="mono clip">{reading.data?.name ?? ''}</span>
        {openApi === null ? null : <span className="muted">{openApi.title}</span>}
        <FileChooser
          ref={chooser}
          label={messages.file}
          accept=".json,.yaml,.yml"
          onFiles={([file]) => reading.mutate(file)}
        />
      </span>
      {isNone || reading.error !== null ? <p className="help bad">{messages.noOpenApi}</p> : null}
      {openApi !== null && openApi.resources.length === 0 ? (
        <p className="help bad">{messages.noResources}</p>
      ) : null}
      {openApi === null || openApi.resources.length === 0 ? null : (
        <Select
          label={messages.resource}
          mono
          options={openApi.resources.map(({ path, operations }) => ({
            id: path,
            label: path,
            note: operations.join(' '),
          }))}
          value={wanted.resource}
          onChange={(resource) => onChange({ resource, objectType: likelyType(resource), paging: null })}
        />
      )}
    </>
  );
}
