import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { WebhookStatus as Status } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { formatCount } from '../../words/format.ts';
import { Part } from './fields.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.webhookForm;
const lookAgainMillis = 2_000;

function Facts({ status }: { readonly status: Status }) {
  return (
    <dl className="facts">
      <dt>{messages.delivered}</dt>
      <dd className="mono">{formatCount(status.delivered)}</dd>
      <dt>{messages.pending}</dt>
      <dd className="mono">{formatCount(status.pending)}</dd>
      {status.lost === 0 ? null : (
        <>
          <dt>{messages.lost}</dt>
          <dd className="mono c-danger">{formatCount(status.lost)}</dd>
        </>
      )}
      {status.lastError === null ? null : (
        <>
          <dt>{messages.lastError}</dt>
          <dd className="wrap c-danger">{status.lastError}</dd>
        </>
      )}
    </dl>
  );
}

/** The delivery status of a webhook, and a button to test it. */
export function WebhookStatus({ name }: { readonly name: string }) {
  const { client, orpc, queryClient } = useApi();
  const all = useQuery(orpc.webhooks.status.queryOptions({ staleTime: 0, refetchInterval: lookAgainMillis }));
  const test = useMutation({
    mutationFn: () => client.webhooks.test({ name }),
    onSuccess: () => toast(messages.tested),
    onError: reportProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.webhooks.key() }),
  });
  const status = all.data?.find((each) => each.name === name);
  if (status === undefined) return null;
  return (
    <Part title={messages.deliveries}>
      <Facts status={status} />
      <Button small icon={Send} disabled={test.isPending} onPress={() => test.mutate()}>
        {messages.test}
      </Button>
    </Part>
  );
}
