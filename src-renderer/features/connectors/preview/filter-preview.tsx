import { useMemo, useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { type FilterPreview, previewFilter } from '#shared/connectors/index.ts';
import { printQueryFilter } from '#shared/query/index.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { RequestView } from './request-view.tsx';

const messages = studioMessages.connectors.filter;

function errorText({ problem }: FilterPreview): string | null {
  if (problem === null) return null;
  return problem.offset === null ? problem.message : messages.errorAt(problem.offset + 1, problem.message);
}

/** The split of the filter between remote and local evaluation. */
function Plan({ preview }: { readonly preview: FilterPreview }) {
  const { plan, request } = preview;
  if (plan === null) return null;
  return (
    <>
      <dl className="studio-plan">
        <dt>{messages.remote}</dt>
        <dd className="mono wrap">
          {plan.isNothing
            ? messages.nothing
            : plan.uid === null
              ? (plan.remote ?? messages.all)
              : messages.isGet(plan.uid)}
        </dd>
        <dt>{messages.local}</dt>
        <dd className="mono wrap">{plan.local === null ? messages.noRest : printQueryFilter(plan.local)}</dd>
      </dl>
      {plan.notes.map((note) => (
        <p key={note} className="help" data-words="data">
          {note}
        </p>
      ))}
      {request === null ? null : <RequestView request={request} />}
    </>
  );
}

/**
 * Shows how a filter of the management interface is translated for the remote, and which part is evaluated locally.
 */
export function FilterTester({ studio }: { readonly studio: Studio }) {
  const { connector, objectType } = studio;
  const [text, setText] = useState('');
  const config = connector?.configurationProperties.objectTypes[objectType];
  const preview = useMemo(
    () => (config === undefined || text.trim() === '' ? null : previewFilter(objectType, config, text)),
    [config, objectType, text],
  );
  return (
    <ScrollRegion label={studioMessages.connectors.preview.tabs.filter} className="studio-try">
      <TextField
        label={messages.label}
        value={text}
        isMono
        help={messages.help}
        placeholder={messages.example}
        error={preview === null ? null : errorText(preview)}
        onChange={setText}
      />
      {preview === null ? null : <Plan preview={preview} />}
    </ScrollRegion>
  );
}
