import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from './client.ts';

const ApiContext = createContext<Api | null>(null);

/** Gives everything below it the engine. */
export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The engine: `client` to call it, `orpc` to make query options, `queryClient` for what is cached. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi needs an ApiProvider above it');
  return api;
}
