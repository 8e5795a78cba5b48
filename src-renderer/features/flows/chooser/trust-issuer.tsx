import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { toast } from '#renderer/ui/toast.tsx';
import type { AssertionForm } from '#shared/flows/assertion-forms.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;

export interface TrustIssuerProps {
  readonly form: AssertionForm;
  readonly onTrusted?: () => void;
}

/** Makes the hosted server trust the issuer in whose name assertions are signed here. */
export function TrustIssuer({ form, onTrusted }: TrustIssuerProps) {
  const { client } = useApi();
  const trust = useMutation({
    mutationFn: () => client.flows.trustIssuer({ form }),
    onSuccess: ({ file }) => {
      toast(messages.trusted(file));
      onTrusted?.();
    },
    onError: reportProblem,
  });
  return (
    <Button small icon={ShieldCheck} disabled={trust.isPending} onPress={() => trust.mutate()}>
      {messages.trust}
    </Button>
  );
}
