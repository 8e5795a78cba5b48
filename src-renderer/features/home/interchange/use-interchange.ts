import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ProductEntity, ProductPreview } from '#shared/api/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { reportProblem } from '../../../ui/report-problem.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toast, toastUndo } from '../../../ui/toast.tsx';
import { withdrawOffer } from '../../../ui/undo-offers.ts';
import { firstChoice, type Taken } from './choice.ts';
import { messages } from './words.ts';

type Source = { readonly place: string } | { readonly files: readonly File[] };

async function inBase64(files: readonly File[]) {
  return Promise.all(
    files.map(async (file) => ({
      name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
      base64: new Uint8Array(await file.arrayBuffer()).toBase64(),
    })),
  );
}

/** Looks at a product's files, writes some of them, and takes that back. */
export function useImport() {
  const { client, queryClient } = useApi();
  const [preview, setPreview] = useState<ProductPreview | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<Taken | null>(null);
  const offers = useRef(new Map<string, number>());
  const refresh = () => void queryClient.invalidateQueries();
  const look = useMutation({
    mutationFn: async (source: Source) =>
      client.interchange.preview('place' in source ? source : { files: await inBase64(source.files) }),
    onSuccess: (found) => {
      setPreview(found);
      setChosen(firstChoice(found.entities));
      setTaken(null);
    },
  });
  const undo = useMutation({
    mutationFn: (undoId: string) => client.interchange.undo({ undoId }),
    onSuccess: ({ restored, kept }, undoId) => {
      withdrawOffer(offers.current.get(undoId) ?? -1);
      setTaken((now) => (now?.undoId === undoId ? null : now));
      refresh();
      toast(messages.undone(restored.length, kept.length));
    },
    onError: reportProblem,
  });
  const write = useMutation({
    mutationFn: ({ id }: ProductPreview) => client.interchange.write({ id, files: [...chosen] }),
    onSuccess: ({ written, failed, undoId }) => {
      const entities = (preview?.entities ?? []).filter(({ file }) => written.includes(file));
      setTaken({ entities, failed: failed.map(({ problem }) => problem.message), undoId });
      setPreview(null);
      refresh();
      if (written.length === 0) return;
      const offer = toastUndo(messages.written(written.length), () => undo.mutate(undoId));
      offers.current.set(undoId, offer.id);
    },
  });
  return {
    preview,
    chosen,
    setChosen,
    taken,
    isBusy: look.isPending || write.isPending || undo.isPending,
    isLooking: look.isPending,
    error: look.error ?? write.error,
    look: (source: Source) => {
      // An error from the previous preview is no longer relevant.
      write.reset();
      look.mutate(source);
    },
    write: () => {
      if (preview !== null && chosen.size > 0) write.mutate(preview);
    },
    again: () => {
      write.reset();
      setPreview(null);
    },
    undo: (undoId: string) => undo.mutate(undoId),
  };
}

/** Saves the entities of the workspace in the format of the products. */
export function useExport() {
  const { client } = useApi();
  return useMutation({
    mutationFn: (wanted: { kinds: ProductEntity['kind'][]; keyAlias: string | null }) =>
      client.interchange.exportZip(wanted),
    onSuccess: ({ fileName, zipBase64, files, leftOut, variables, lost }) => {
      saveFile(fileName, Uint8Array.fromBase64(zipBase64), 'application/zip');
      toast(messages.saved(files.length, leftOut.length, variables.length, lost.length));
    },
  });
}
