import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Retention as Limits, PurgeKind, StateUsage } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { numbers, Table, unseen } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatBytes, formatCount } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { wholeNumber } from '../../workbench/setting-fields.tsx';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.retention;

const bounds = {
  maxExchanges: wholeNumber(100, 1_000_000),
  maxExchangeMebibytes: wholeNumber(1, 16_384),
  maxAgeDays: wholeNumber(1, 3_650, true),
} as const;
const range = (from: number, to: number) => `${formatCount(from)} – ${formatCount(to)}`;
const ranges = {
  maxExchanges: range(100, 1_000_000),
  maxExchangeMebibytes: range(1, 16_384),
  maxAgeDays: range(1, 3_650),
} as const;
type Member = keyof typeof bounds;
const members: readonly Member[] = ['maxExchanges', 'maxExchangeMebibytes', 'maxAgeDays'];

function LimitsForm({ limits }: { readonly limits: Limits }) {
  const { client, orpc, queryClient } = useApi();
  const [typed, setTyped] = useState<Partial<Record<Member, string>>>({});
  const textOf = (member: Member) => typed[member] ?? String(limits[member] ?? '');
  const parsed = members.map((member) => [member, bounds[member](textOf(member))] as const);
  const isSound = parsed.every(([, value]) => value !== undefined);
  const save = useMutation({
    mutationFn: () => client.state.setRetention(Object.fromEntries(parsed) as Limits),
    onSuccess: (kept) => {
      queryClient.setQueryData(orpc.state.retention.queryKey(), kept);
      void queryClient.invalidateQueries({ queryKey: orpc.state.usage.key() });
      setTyped({});
      toast(sharedMessages.settings.saved(sharedMessages.settings.sections.retention));
    },
  });
  return (
    <>
      {members.map((member) => (
        <TextField
          key={member}
          label={messages[member]}
          isMono
          isShort
          value={textOf(member)}
          error={bounds[member](textOf(member)) === undefined ? ranges[member] : null}
          onChange={(text) => setTyped((all) => ({ ...all, [member]: text }))}
          {...(member === 'maxAgeDays' ? { help: messages.noAge } : {})}
        />
      ))}
      {save.error === null ? null : <ProblemNote problem={toProblem(save.error)} />}
      <div className="row">
        <Button
          kind="ink"
          disabled={!isSound || save.isPending || Object.keys(typed).length === 0}
          onPress={() => save.mutate()}
        >
          {messages.save}
        </Button>
      </div>
    </>
  );
}

function UsageTable({
  usage,
  onPurge,
}: {
  readonly usage: StateUsage;
  readonly onPurge: (kind: PurgeKind) => void;
}) {
  return (
    <Table
      label={messages.usage}
      columns={[messages.kind, numbers(messages.count), numbers(messages.size), unseen(messages.purge)]}
    >
      {usage.kinds.map(({ kind, count, sizeBytes }) => (
        <tr key={kind}>
          <th scope="row">{messages.kinds[kind]}</th>
          <td className="num mono">{formatCount(count)}</td>
          <td className="num mono">{formatBytes(sizeBytes)}</td>
          <td className="acts-cell">
            <SmallGhostButton
              label={messages.purgeOf(messages.kinds[kind])}
              disabled={count === 0}
              onPress={() => onPurge(kind)}
            >
              {messages.purge}
            </SmallGhostButton>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Usage() {
  const { client, orpc, queryClient } = useApi();
  const [asked, setAsked] = useState<PurgeKind | null>(null);
  const usage = useQuery(orpc.state.usage.queryOptions({ staleTime: 0 }));
  const purge = useMutation({
    mutationFn: (kind: PurgeKind) => client.state.purge({ kinds: [kind] }),
    onSuccess: ({ removed }) => {
      toast(messages.purged(removed));
      void queryClient.invalidateQueries();
    },
    onError: reportProblem,
  });
  if (usage.error !== null) return <ProblemNote problem={toProblem(usage.error)} />;
  if (usage.data === undefined) return null;
  const { directory, sizeBytes, kinds } = usage.data;
  const count = kinds.find(({ kind }) => kind === asked)?.count ?? 0;
  return (
    <section className="settings-group" aria-labelledby="usage">
      <h3 id="usage" className="title">
        {messages.usage}
      </h3>
      <dl className="facts">
        <dt>{messages.directory}</dt>
        <dd className="mono wrap">{directory === '' ? sharedMessages.settings.none : directory}</dd>
        <dt>{messages.size}</dt>
        <dd className="mono">{formatBytes(sizeBytes)}</dd>
      </dl>
      <UsageTable usage={usage.data} onPurge={setAsked} />
      {asked === null ? null : (
        <Confirm
          title={messages.purgeTitle(messages.kinds[asked])}
          text={messages.purgeText(formatCount(count))}
          act={messages.purgeAct(messages.kinds[asked])}
          onClose={() => setAsked(null)}
          onAct={() => {
            purge.mutate(asked);
            setAsked(null);
          }}
        />
      )}
    </section>
  );
}

/** Limits of the record, the present size of the state, and the means to empty it. */
export function Retention() {
  const { orpc } = useApi();
  const limits = useQuery(orpc.state.retention.queryOptions());
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.help}</p>
      {limits.error === null ? null : <ProblemNote problem={toProblem(limits.error)} />}
      {limits.data === undefined ? null : <LimitsForm limits={limits.data} />}
      <Usage />
    </div>
  );
}
