import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAppStatus } from '../api/live.ts';
import { toastUndo } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

/** One member of the manifest and the value it gets; null removes it, so that its default is in force. */
export interface SettingChange {
  readonly pointer: string;
  readonly value: unknown;
}

export interface Settings {
  readonly isLoaded: boolean;
  /** The value in force at an RFC 6901 pointer; undefined where there is none. */
  readonly at: (pointer: string) => unknown;
  /** Writes members; `what` names them in the offer to undo. */
  readonly set: (what: string, changes: readonly SettingChange[]) => Promise<void>;
  readonly error: Error | null;
}

/** Reads a value out of a document by its RFC 6901 pointer. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      document,
    );
}

/** The settings of the workspace; every change can be undone. */
export function useSettings(): Settings {
  const { client, orpc, queryClient } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const query = useQuery({
    ...orpc.workspace.settings.queryOptions(),
    queryKey: [...orpc.workspace.settings.queryKey(), revision],
    placeholderData: (before) => before,
  });
  const write = useMutation({
    mutationFn: (changes: readonly SettingChange[]) =>
      client.workspace.setSettings({ members: changes.map((change) => ({ ...change })) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orpc.workspace.settings.key() }),
  });
  const at = (pointer: string) => valueAt(query.data, pointer);
  return {
    isLoaded: query.data !== undefined,
    at,
    error: query.error ?? write.error,
    async set(what, changes) {
      const before = changes.map(({ pointer }) => ({ pointer, value: at(pointer) ?? null }));
      await write.mutateAsync(changes);
      toastUndo(sharedMessages.settings.saved(what), () => write.mutate(before));
    },
  };
}

/** The settings of the screen around a field. */
export const SettingsContext = createContext<Settings | null>(null);

/** The settings that the screen around a field shows, so that it hears of an error of each. */
export function useShownSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error('useShownSettings needs a SettingsContext above it');
  return settings;
}
