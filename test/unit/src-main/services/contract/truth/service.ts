import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { ContractService } from '#main/services/contract/index.ts';
import { contractTasks } from '#main/services/contract/linting/contract-tasks.ts';
import { contractHistory } from '#test/support/contract.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { truthContext } from './context.ts';

type Task = (input: never, context: never) => unknown;

/** The contract service as the product has it, with its imported files and live requests; its tasks run in this thread. */
export function startContractService() {
  const folder = temporaryDirectory();
  const tasks = contractTasks(() => contractHistory) as unknown as Readonly<Record<string, Task>>;
  const report = {
    signal: new AbortController().signal,
    progress: () => undefined,
    onProgress: () => undefined,
  };
  let tell: (batch: { readonly exchanges: readonly PackedExchange[] }) => void = () => undefined;
  let jobs = 0;
  const service: ContractService = new ContractService({
    history: contractHistory,
    sample: '',
    directory: join(folder.path, 'sources'),
    workspace: {
      context: () => truthContext,
      hostedUrls: () => [],
      artefacts: async () => [],
      settings: () => ({ severity: {}, ignore: [], hosts: [], other_hosts: [] }),
      read: () => null,
      onChange: () => () => undefined,
    },
    worker: {
      run: async (name: string, input: never) => tasks[name]?.(input, report as never),
      close: async () => undefined,
    },
    jobs: {
      list: () => [],
      async begin(_kind: string, input: unknown) {
        jobs += 1;
        await service.sources.run({ id: `job-${jobs}`, input, ...report } as never);
        return { id: `job-${jobs}` };
      },
    },
    records: { list: async () => [] },
    clock: { nowMillis: () => truthContext.nowMillis },
    random: { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) },
    follow(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
    noteExchanges: () => undefined,
  } as never);
  return {
    service,
    /** Imports a file as the screen does. */
    async add(name: string, path: string | URL) {
      const bytes = readFileSync(path);
      const { id } = service.sources.create(name, bytes.length);
      await service.sources.upload(id, 0, bytes);
    },
    send: (exchanges: readonly PackedExchange[]) => tell({ exchanges }),
    async stop() {
      await service.close();
      folder.remove();
    },
  };
}
