import { useMutation } from '@tanstack/react-query';
import { Download, ListChecks, Trash2, X } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { receivePieces } from '#renderer/api/pieces.ts';
import { Bar } from '#renderer/ui/bar.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { formatBytes, formatCount } from '#renderer/words/format.ts';
import type { ContractSource } from '#shared/api/index.ts';
import { type ContractActs, isBeingRead } from './use-contract.ts';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

const own = messages.sources;

export interface SourceRowProps {
  readonly source: ContractSource;
  /** Findings that count at the date. */
  readonly found: number;
  readonly isChosen: boolean;
  readonly acts: ContractActs;
  readonly change: (part: Partial<ContractView>) => void;
}

/** The actions for an imported source; other sources follow the workspace. */
function Acts({ source, found, acts, change }: Omit<SourceRowProps, 'isChosen'>) {
  const { client } = useApi();
  const { id, file, work } = source;
  const saving = useMutation({
    mutationFn: async () => {
      const { fileName, bytes } = await receivePieces({
        get: (offset) => client.contractHistory.readSource({ id, offset }),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      saveFile(fileName, bytes, 'application/octet-stream');
      toast(own.saved(fileName));
    },
    onError: reportProblem,
  });
  if (work !== null && isBeingRead(source))
    return <SmallGhostButton icon={X} label={own.cancelOf(file)} onPress={() => acts.cancelJob(work.id)} />;
  return (
    <span className="row tight">
      {found === 0 ? null : (
        <SmallGhostButton
          icon={ListChecks}
          label={own.show(file)}
          onPress={() => change({ tab: 'findings', file, finding: null })}
        />
      )}
      {source.isImported ? (
        <>
          <SmallGhostButton
            icon={Download}
            label={own.save(file)}
            disabled={saving.isPending || source.problem !== null}
            onPress={() => saving.mutate()}
          />
          <SmallGhostButton
            icon={Trash2}
            label={own.remove(file)}
            onPress={() => acts.removeSource(id, file)}
          />
        </>
      ) : null}
    </span>
  );
}

function Counts({ source, found }: Pick<SourceRowProps, 'source' | 'found'>) {
  const { work, problem } = source;
  if (work !== null && isBeingRead(source))
    return (
      <td colSpan={3}>
        <span className="ch-reading">
          <Bar label={own.readingOf(source.file)} done={work.done} total={work.total} />
          <span className="muted">{own.reading}</span>
        </span>
      </td>
    );
  if (problem !== null)
    return (
      <td colSpan={3} className="ch-unreadable">
        <span className="row tight failed">
          <Drawn name="failed" small />
          <span className="strong">{own.failed}</span>
        </span>
        <span className="wrap" data-words="data" lang="en">
          {problem.message} {problem.cause ?? ''} {problem.fix ?? ''}
        </span>
        {problem.location?.line === undefined ? null : (
          <span className="mono">
            {problem.location.line}:{problem.location.column ?? 1}
          </span>
        )}
      </td>
    );
  return (
    <>
      <td className="mono num" data-head={own.columns.requests}>
        {formatCount(source.requests)}
        {source.otherHosts === 0 ? null : (
          <>
            {' '}
            <span className="muted ch-elsewhere">{own.ofThemElsewhere(source.otherHosts)}</span>
          </>
        )}
      </td>
      <td className="mono num" data-head={own.columns.findings}>
        {formatCount(found)}
      </td>
      <td className="mono num" data-head={own.columns.masked}>
        {source.isImported ? formatCount(source.masked) : ''}
      </td>
    </>
  );
}

/** One source: its findings, the progress of reading it, or the reason for its failure. */
export function SourceRow(props: SourceRowProps) {
  const { source, found, isChosen } = props;
  return (
    <tr aria-selected={isChosen}>
      <th scope="row" className={source.kind === 'activity' ? '' : 'mono wrap'}>
        {source.kind === 'activity' ? own.live : <span data-words="data">{source.file}</span>}
      </th>
      <td>{own.names[source.kind]}</td>
      <Counts source={source} found={found} />
      <td className="mono num" data-head={own.columns.size}>
        {source.sizeBytes === null ? '' : formatBytes(source.sizeBytes)}
      </td>
      <td className="acts-cell">
        <Acts {...props} />
      </td>
    </tr>
  );
}
