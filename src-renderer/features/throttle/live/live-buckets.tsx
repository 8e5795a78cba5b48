import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { ChartTable } from '#renderer/ui/chart/chart-table.tsx';
import { formatDecimal } from '#renderer/words/format.ts';
import { lengthText } from '../seconds.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle;
const { columns } = messages.results;
const askEveryMillis = 1_000;

/** The buckets of the running gateway, read every second. */
export function LiveBuckets({ lab, lead }: { readonly lab: Lab; readonly lead: ReactNode }) {
  const { orpc, client } = useApi();
  const filters = useQuery({
    ...orpc.throttle.live.queryOptions(),
    enabled: lab.isGatewayRunning,
    refetchInterval: askEveryMillis,
    staleTime: 0,
  });
  const own = (filters.data ?? []).filter(({ file }) => file === lab.route.file);
  const filter = own.find((candidate) => candidate.filter === lab.policy.filterName) ?? own[0];
  if (filter === undefined)
    return (
      <div>
        <div className="lab-lower-head">{lead}</div>
        <p className="remark">{messages.live.noBuckets}</p>
      </div>
    );
  const { buckets } = filter;
  return (
    <section className="plot-frame" aria-label={messages.live.buckets}>
      <div className="plot-cap">
        <h2 className="vh">{messages.live.buckets}</h2>
        {lead}
        <span className="push row">
          <span className="ref">{messages.live.counts(filter.accepted, filter.refused, filter.groups)}</span>
          <SmallGhostButton
            icon={RotateCcw}
            onPress={() =>
              void client.throttle
                .resetLive({ file: filter.file, filter: filter.filter })
                .then(() => filters.refetch())
            }
          >
            {messages.live.reset}
          </SmallGhostButton>
        </span>
      </div>
      {buckets.length === 0 ? (
        <p className="remark">{messages.live.noBuckets}</p>
      ) : (
        <ChartTable
          label={messages.live.buckets}
          count={buckets.length}
          columns={[
            {
              id: 'group',
              title: columns.group,
              isText: true,
              text: (row) => buckets[row]?.group || messages.results.blankKey,
            },
            { id: 'rate', title: columns.rate, text: (row) => buckets[row]?.rate ?? '' },
            { id: 'level', title: columns.level, text: (row) => formatDecimal(buckets[row]?.level ?? 0, 2) },
            {
              id: 'wait',
              title: columns.retryAfter,
              text: (row) => {
                const wait = buckets[row]?.waitSeconds ?? 0;
                return wait === 0 ? '' : lengthText(Number(wait.toFixed(2)));
              },
            },
          ]}
        />
      )}
    </section>
  );
}
