import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, RotateCw } from 'lucide-react';
import type { SigningKeyView } from '#shared/api/index.ts';
import { type SigningAlgorithm, signingAlgorithms } from '#shared/workspace/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Drawn } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { acts, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatDateTime } from '../../words/format.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.signingKeys;
const looks = {
  signing: ['passed', 'c-ok'],
  published: ['review', ''],
  retired: ['skipped', 'muted'],
} as const;

function KeyRow({ view }: { readonly view: SigningKeyView }) {
  const { kid, algorithm, state, createdAtMillis, publishedUntilMillis, publicJwk } = view;
  const [drawing, ink] = looks[state];
  return (
    <tr>
      <th scope="row" className="mono wrap">
        {kid}
      </th>
      <td className="mono">{algorithm}</td>
      <td>
        <span className={`row tight ${ink}`}>
          <Drawn name={drawing} small />
          {messages.states[state]}
        </span>
      </td>
      <td className="mono">{formatDateTime(createdAtMillis)}</td>
      <td className="mono">
        {publishedUntilMillis === null ? messages.whileSigning : formatDateTime(publishedUntilMillis)}
      </td>
      <td className="acts-cell">
        <SmallGhostButton
          icon={Copy}
          label={messages.copyOf(kid)}
          onPress={() => void copyText(JSON.stringify(publicJwk, null, 2), messages.copied)}
        >
          {messages.copyJwk}
        </SmallGhostButton>
      </td>
    </tr>
  );
}

/** The keys that sign tokens, and those that did. RFC 7517 */
export function SigningKeys() {
  const { client, orpc, queryClient } = useApi();
  const list = useQuery(orpc.signingKeys.list.queryOptions({ staleTime: 0, refetchInterval: 5_000 }));
  const rotate = useMutation({
    mutationFn: (algorithm: SigningAlgorithm) => client.signingKeys.rotate({ algorithm }),
    onSuccess: ({ algorithm }) => toast(messages.rotated(algorithm)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.signingKeys.key() }),
  });
  const keys = list.data ?? [];
  const error = list.error ?? rotate.error;
  return (
    <section className="editor" aria-label={identityMessages.trustScreen.keys}>
      <div className="toolbar">
        <h2 className="title">{identityMessages.trustScreen.keys}</h2>
        <span className="push" />
        {signingAlgorithms.map((algorithm) => (
          <Button
            key={algorithm}
            icon={RotateCw}
            disabled={rotate.isPending}
            onPress={() => rotate.mutate(algorithm)}
          >
            {keys.some((key) => key.algorithm === algorithm)
              ? messages.rotate(algorithm)
              : messages.make(algorithm)}
          </Button>
        ))}
      </div>
      <ScrollRegion className="editor-body" label={identityMessages.trustScreen.keys} isBody>
        <div className="form-page">
          <p className="muted">{messages.help}</p>
          {error === null ? null : <ProblemNote problem={toProblem(error)} />}
          {keys.length === 0 ? (
            <p>{messages.none}</p>
          ) : (
            <Table
              label={messages.list}
              className="rows key-table"
              columns={[
                messages.kid,
                messages.algorithm,
                messages.state,
                messages.created,
                messages.until,
                acts,
              ]}
            >
              {keys.map((view) => (
                <KeyRow key={view.kid} view={view} />
              ))}
            </Table>
          )}
        </div>
      </ScrollRegion>
    </section>
  );
}
