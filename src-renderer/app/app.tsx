import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProvider } from '../api/api-context.tsx';
import type { Api } from '../api/client.ts';
import { createQueryClient } from '../api/queries.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';

/** The application over an engine. */
export function App({ api }: { readonly api: Api }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <ApiProvider api={api}>
        <QueryClientProvider client={queryClient}>
          <Shell />
        </QueryClientProvider>
      </ApiProvider>
    </ErrorBoundary>
  );
}
