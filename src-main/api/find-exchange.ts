import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { Slice } from './ports.ts';

/** Reads a recorded exchange. @throws api.not-found */
export async function findExchange({ recorder }: Slice<'recorder'>, id: string): Promise<Exchange> {
  const exchange = await recorder.get(id);
  if (exchange === null)
    throw new GatehouseError('api.not-found', `There is no exchange ${id}.`, {
      fix: 'It may be older than what is kept.',
    });
  return exchange;
}
