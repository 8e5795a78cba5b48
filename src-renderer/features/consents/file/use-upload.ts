import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { sendPieces } from '#renderer/api/pieces.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { useSample } from './use-sample.ts';

export interface Upload {
  readonly fileName: string;
  readonly sentBytes: number;
  readonly sizeBytes: number;
}

/** A name for an import out of that of its file. */
export function importName(fileName: string): string {
  const bare = fileName.replace(/\.[^.]+$/, '').trim();
  return (bare === '' ? fileName : bare).slice(0, 200);
}

/** Begins an import with a file, and goes to it once the file has arrived. */
export function useUpload() {
  const { client, orpc, queryClient } = useApi();
  const { navigate } = useTab();
  const [upload, setUpload] = useState<Upload | null>(null);
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  const sending = useMutation({
    mutationFn: async ({ file, fileName }: { readonly file: Blob; readonly fileName: string }) => {
      const controller = new AbortController();
      going.current = controller;
      setUpload({ fileName, sentBytes: 0, sizeBytes: file.size });
      const view = await client.imports.create({
        name: importName(fileName),
        fileName,
        sizeBytes: file.size,
      });
      const { id } = view.job;
      try {
        await sendPieces(file, {
          send: (piece) => client.imports.upload({ id, ...piece }),
          onProgress: (sentBytes) => setUpload({ fileName, sentBytes, sizeBytes: file.size }),
          signal: controller.signal,
        });
      } catch (error) {
        // Half a file is no use to anyone.
        await client.imports.remove({ id }).catch(() => undefined);
        if (controller.signal.aborted) return null;
        throw error;
      }
      return id;
    },
    onSuccess: (id) => {
      void queryClient.invalidateQueries({ queryKey: orpc.imports.list.key() });
      if (id !== null) navigate(importPath(id));
    },
    onSettled: () => setUpload(null),
  });
  const sample = useSample();
  return {
    upload,
    error: sending.error ?? sample.error,
    start: (file: Blob, fileName: string) => sending.mutate({ file, fileName }),
    startSample: sample.start,
    cancel: () => going.current?.abort(),
  };
}
