import type { ConnectorDocument } from '#shared/connectors/index.ts';
import type { Connector } from '../ports.ts';

/** Connectors of documents that are being edited: one a file, with its connections and tokens as long as nothing changes. */
export interface DraftConnectors {
  use<T>(file: string, document: ConnectorDocument, act: (connector: Connector) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Entry {
  readonly source: string;
  readonly connector: Connector;
  users: number;
  isStale: boolean;
}

/** Makes the holder of drafts; one that was edited goes when nobody uses it any more. */
export function createDraftConnectors(
  open: (file: string, document: ConnectorDocument) => Connector,
): DraftConnectors {
  const entries = new Map<string, Entry>();

  async function closeUnused(entry: Entry): Promise<void> {
    if (entry.isStale && entry.users === 0) await entry.connector.close();
  }

  function entryOf(file: string, document: ConnectorDocument): Entry {
    const source = JSON.stringify(document);
    const former = entries.get(file);
    if (former?.source === source) return former;
    const entry: Entry = { source, connector: open(file, document), users: 0, isStale: false };
    entries.set(file, entry);
    if (former !== undefined) {
      former.isStale = true;
      void closeUnused(former);
    }
    return entry;
  }

  return {
    async use(file, document, act) {
      const entry = entryOf(file, document);
      entry.users += 1;
      try {
        return await act(entry.connector);
      } finally {
        entry.users -= 1;
        await closeUnused(entry);
      }
    },
    async close() {
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(({ connector }) => connector.close()));
    },
  };
}
