import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { readJson } from '../form/json-field.tsx';
import { studioMessages } from '../words.ts';
import { authenticationKinds, draftOf, isAddress, type Wanted } from './drafts.ts';

const messages = studioMessages.connectorWizard;

export interface SourceProps {
  readonly wanted: Wanted;
  readonly onChange: (changes: Partial<Wanted>) => void;
}

/** Asks the API itself for its list, with the values filled in so far and no credentials. */
function useFetching(wanted: Wanted, onSample: (text: string) => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async () => {
      const asking = draftOf({
        ...wanted,
        source: 'sample',
        authentication: 'none',
        sample: [],
        paging: null,
      });
      return client.connectors.run({
        file: `connectors/provisioner.openicf-${wanted.name === '' ? 'new' : wanted.name}.json`,
        document: JSON.stringify(asking.document),
        operation: 'QUERY',
        objectType: wanted.objectType,
      });
    },
    onSuccess: ({ sample }) => {
      if (sample !== null) onSample(JSON.stringify(sample, null, 2));
    },
  });
}

/** An answer of the API, and the path that it came from. */
export function SampleSource({ wanted, onChange }: SourceProps) {
  const [text, setText] = useState('');
  const take = (typed: string) => {
    setText(typed);
    onChange({ sample: readJson(typed)?.value, paging: null });
  };
  const fetching = useFetching(wanted, take);
  const run = fetching.data;
  const problem =
    fetching.error === null ? (run?.sample === null ? run.problem : null) : toProblem(fetching.error);
  return (
    <>
      <span className="studio-two">
        <TextField
          label={messages.path}
          value={wanted.path}
          isMono
          help={messages.pathHelp}
          onChange={(path) => onChange({ path })}
        />
        <TextField
          label={messages.objectType}
          value={wanted.objectType}
          isMono
          help={messages.objectTypeHelp}
          onChange={(objectType) => onChange({ objectType })}
        />
      </span>
      <span className="row wraps">
        <Button
          small
          icon={Download}
          disabled={!isAddress(wanted.serviceUri) || fetching.isPending}
          onPress={() => fetching.mutate()}
        >
          {messages.fetch}
        </Button>
        <span className="help">{messages.fetchHelp}</span>
      </span>
      {problem === null ? null : <ProblemNote problem={problem} />}
      <TextArea
        label={messages.sample}
        value={text}
        rows={10}
        help={messages.sampleHelp}
        error={readJson(text) === null ? studioMessages.connectors.form.noJson : null}
        onChange={take}
      />
    </>
  );
}

/** How requests authenticate; an OpenAPI document may say more than can be chosen. */
export function AuthenticationChoice({ wanted, onChange }: SourceProps) {
  const offered = wanted.openApi?.authentication.kind ?? 'none';
  const kinds = [...new Set([...authenticationKinds, offered])];
  return (
    <Select
      label={messages.authentication}
      options={kinds.map((id) => ({ id, label: messages.authenticationKinds[id] }))}
      value={wanted.authentication ?? offered}
      onChange={(id) => onChange({ authentication: authenticationKinds.find((kind) => kind === id) ?? null })}
    />
  );
}
