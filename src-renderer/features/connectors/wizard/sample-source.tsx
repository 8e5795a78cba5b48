import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { readJson } from '../form/json-field.tsx';
import { studioMessages } from '../words.ts';
import { inClear } from './credentials.ts';
import { draftOf, isAddress, type Wanted } from './drafts.ts';

const messages = studioMessages.connectorWizard;

export interface SourceProps {
  readonly wanted: Wanted;
  readonly onChange: (changes: Partial<Wanted>) => void;
}

/** A name of its own: attempts made while drafting are not listed among the runs of the new connector. */
const probeFile = 'connectors/provisioner.openicf-sample-of-a-draft.json';

/** Asks the API itself for its list, with the values filled in so far. */
function useFetching(wanted: Wanted, onSample: (text: string) => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async () => {
      const asking = draftOf({ ...wanted, source: 'sample', sample: [], paging: null }, inClear);
      return client.connectors.run({
        file: probeFile,
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
  const tried = run?.steps.at(-1);
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
      {problem === null || tried === undefined ? null : (
        <p className="help mono">{`${tried.request.method} ${tried.request.url}`}</p>
      )}
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
