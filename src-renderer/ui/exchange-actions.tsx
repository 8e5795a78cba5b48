import { Copy } from 'lucide-react';
import { useApi } from '../api/api-context.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button } from './button.tsx';
import { copyText } from './copy.ts';
import { reportProblem } from './report-problem.ts';

interface Export {
  readonly text: string;
  readonly redacted: readonly string[];
}

async function copyExport(what: string, pending: Promise<Export>): Promise<void> {
  try {
    const made = await pending;
    await copyText(made.text, sharedMessages.exchange.copied(what, made.redacted));
  } catch (error) {
    reportProblem(error);
  }
}

/** The copies that an exchange can leave the application as; secrets are masked in both. */
export function ExchangeActions({ id }: { readonly id: string }) {
  const { client } = useApi();
  return (
    <>
      <Button
        small
        kind="ghost"
        icon={Copy}
        onPress={() => void copyExport('cURL', client.exchanges.curl({ id }))}
      >
        {sharedMessages.exchange.copyCurl}
      </Button>
      <Button
        small
        kind="ghost"
        icon={Copy}
        onPress={() => void copyExport('HAR', client.exchanges.har({ ids: [id] }))}
      >
        {sharedMessages.exchange.copyHar}
      </Button>
    </>
  );
}
