import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { receivePieces } from '#renderer/api/pieces.ts';
import type { LintFinding } from '#shared/contract/index.ts';
import { type FixPreview, previewFix } from './fix-preview.ts';
import type { Contract } from './use-contract.ts';
import { messages } from './words.ts';

/** A source above this size is not fetched for the sake of a preview. */
const maxPreviewBytes = 8_000_000;

interface DiffProps {
  readonly finding: LintFinding;
  readonly contract: Contract;
}

/** The text of the source of a finding as it is now; undefined while it is not there. */
function useSourceText({ finding, contract }: DiffProps): {
  readonly text: string | undefined;
  readonly isGone: boolean;
} {
  const { client } = useApi();
  const { state } = contract;
  const source = state.sources.find(({ file }) => file === finding.location.file);
  const isShown =
    finding.fix !== null &&
    source !== undefined &&
    source.kind !== 'activity' &&
    (source.sizeBytes ?? 0) <= maxPreviewBytes;
  const read = useQuery({
    queryKey: ['contract source', source?.id, state.revision],
    enabled: isShown,
    gcTime: 10_000,
    queryFn: async ({ signal }) => {
      if (source === undefined) return '';
      if (!source.isImported) return (await client.workspace.readFile({ file: source.id })).text;
      const { bytes } = await receivePieces({
        get: (offset) => client.contractHistory.readSource({ id: source.id, offset }),
        onProgress: () => undefined,
        signal,
      });
      return new TextDecoder().decode(bytes);
    },
  });
  return { text: read.data, isGone: !isShown || read.isError };
}

function Side({ preview, isAfter }: { readonly preview: FixPreview; readonly isAfter: boolean }) {
  const { lead, removed, added, tail } = preview;
  const changed = isAfter ? added : removed;
  return (
    <pre className="code">
      {lead}
      {changed === '' ? null : <mark>{changed}</mark>}
      {tail}
    </pre>
  );
}

/** The change that a quick fix makes, before and after, with the changed characters marked. */
export function FixDiff({ finding, contract }: DiffProps) {
  const { text, isGone } = useSourceText({ finding, contract });
  const { fix } = finding;
  if (fix === null)
    return finding.ignored === null ? <p className="muted">{messages.findings.noFix}</p> : null;
  const previews = text === undefined ? [] : previewFix(text, fix.edits);
  const isEmpty = isGone || (text !== undefined && previews.length === 0);
  return (
    <section className="ch-fix" aria-label={messages.findings.preview}>
      <p className="row wraps">
        <span className="label">{messages.findings.preview}</span>
        <span data-words="data">{fix.title}</span>
      </p>
      {isEmpty ? <p className="muted">{messages.findings.noPreview}</p> : null}
      {previews.map((preview, at) => (
        <dl key={`${at} ${preview.line}`} className="ch-fix-sides">
          <dt>
            {messages.findings.before}{' '}
            <span className="ref">{messages.findings.previewLine(preview.line)}</span>
          </dt>
          <dd className="before">
            <Side preview={preview} isAfter={false} />
          </dd>
          <dt>{messages.findings.after}</dt>
          <dd className="after">
            <Side preview={preview} isAfter />
          </dd>
        </dl>
      ))}
    </section>
  );
}
