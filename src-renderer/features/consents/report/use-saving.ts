import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { receivePieces } from '#renderer/api/pieces.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { type ImportOutput, importFiles } from '#shared/exports/index.ts';
import { importMessages } from '../words.ts';

export type OutputName = ImportOutput;

/** A file that an import gives out, as it comes in. */
export interface Saving {
  readonly what: OutputName;
  readonly receivedBytes: number;
  readonly sizeBytes: number | null;
}

/** Saves what an import gives out as a file, with its progress and the way to stop it. */
export function useSaving(id: string) {
  const { client } = useApi();
  const [going, setGoing] = useState<Saving | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const saving = useMutation({
    mutationFn: async (what: OutputName) => {
      const own = new AbortController();
      controller.current = own;
      setGoing({ what, receivedBytes: 0, sizeBytes: null });
      try {
        const { fileName, bytes } = await receivePieces({
          get: (offset) => client.imports.output({ id, what, offset }),
          onProgress: (receivedBytes, sizeBytes) => setGoing({ what, receivedBytes, sizeBytes }),
          signal: own.signal,
        });
        saveFile(fileName, bytes, importFiles[what].mediaTypes[0]);
        toast(importMessages.importLoad.report.saved(fileName));
      } catch (error) {
        if (!own.signal.aborted) throw error;
      }
    },
    onSettled: () => setGoing(null),
  });
  return {
    going,
    error: saving.error,
    save: (what: OutputName) => saving.mutate(what),
    stop: () => controller.current?.abort(),
  };
}
