import { useApi } from '../api/api-context.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
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

/** The copies that an exchange can leave the application as, by its id; secrets are masked in each. */
export function useExchangeCopies() {
  const { client } = useApi();
  const urlOf = async (id: string): Promise<Export> => {
    const { origin, target } = await client.exchanges.get({ id });
    return { text: `${origin}${target}`, redacted: [] };
  };
  return {
    curl: (id: string) => void copyExport('cURL', client.exchanges.curl({ id })),
    har: (id: string) => void copyExport('HAR', client.exchanges.har({ ids: [id] })),
    url: (id: string) => void copyExport('URL', urlOf(id)),
  };
}
