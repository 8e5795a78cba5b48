import { QueryClientProvider } from '@tanstack/react-query';
import { ApiProvider } from '../api/api-context.tsx';
import type { Api } from '../api/client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';

/** The application over an engine. */
export function App({ api }: { readonly api: Api }) {
  return (
    <ErrorBoundary>
      <ApiProvider api={api}>
        <QueryClientProvider client={api.queryClient}>
          <Shell />
        </QueryClientProvider>
      </ApiProvider>
    </ErrorBoundary>
  );
}
