import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { sendPieces, type UploadOptions } from '#renderer/api/pieces.ts';
import { toProblem } from '#renderer/api/problem.ts';
import type { LogImportPreview, LogImportState } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';

/** How often the progress of reading is asked for. */
const askedMillis = 150;

/** Logs that were chosen: sent to the engine, looked at, and read. */
export interface LogImport {
  readonly files: readonly File[];
  /** How much was sent, 0 … 1; null: all of it. */
  readonly sent: number | null;
  readonly preview: LogImportPreview | null;
  readonly state: LogImportState | null;
  readonly problem: Problem | null;
  readonly choose: (files: readonly File[], reading: LogReading) => void;
  readonly read: (reading: LogReading) => void;
  /** Stops sending and reading. */
  readonly stop: () => void;
}

interface Sending extends Pick<UploadOptions, 'onProgress' | 'signal'> {
  /** Hears that the first block of a file has arrived. */
  readonly onBegun: (file: number) => void;
  readonly send: (
    file: number,
    piece: { readonly offset: number; readonly base64: string },
  ) => Promise<unknown>;
}

/** Sends files one after the other. */
async function sendFiles(
  files: readonly File[],
  { send, onBegun, onProgress, signal }: Sending,
): Promise<void> {
  let before = 0;
  for (const [file, blob] of files.entries()) {
    await sendPieces(blob, {
      send: async (piece) => {
        await send(file, piece);
        if (piece.offset === 0) onBegun(file);
      },
      onProgress: (bytes) => onProgress(before + bytes),
      signal,
    });
    before += blob.size;
  }
}

/** How many files of an import have begun to arrive. */
interface Begun {
  readonly importId: string;
  readonly files: number;
}

const previewKey = (importId: string) => ['throttle', 'previewImport', importId] as const;

/** A reading that was just asked for has nothing of the one before. */
function current(state: LogImportState, isAsked: boolean): LogImportState {
  return isAsked ? { ...state, state: 'running', share: 0, requests: 0, found: null } : state;
}

/** The state of a reading, asked for again while it goes on. */
function useFollowed(importId: string | null) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.importState.queryOptions({ input: { importId: importId ?? '' } }),
    enabled: importId !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? askedMillis : false),
  });
}

/** The first lines of what has begun to arrive. */
function usePreview(begun: Begun | null): LogImportPreview | null {
  const { orpc } = useApi();
  const previewed = useQuery({
    ...orpc.throttle.previewImport.queryOptions({ input: { importId: begun?.importId ?? '' } }),
    queryKey: [...previewKey(begun?.importId ?? ''), begun?.files],
    enabled: begun !== null,
    // The files before stay in sight while the next one begins.
    placeholderData: (before, query) => (query?.queryKey[2] === begun?.importId ? before : undefined),
  });
  return previewed.data ?? null;
}

/** Sends logs to the engine and follows how it reads them; what was sent is forgotten with the dialog. */
export function useLogImport(): LogImport {
  const { client } = useApi();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [importId, setImportId] = useState<string | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const [begun, setBegun] = useState<Begun | null>(null);
  const abort = useRef<AbortController | null>(null);
  const sentId = useRef<string | null>(null);
  const followed = useFollowed(importId);
  const preview = usePreview(begun);
  const forget = () => {
    abort.current?.abort();
    const id = sentId.current;
    sentId.current = null;
    // It may be over already: then there is nothing to be forgotten.
    if (id !== null) client.throttle.cancelImport({ importId: id }).catch(() => undefined);
  };
  const reading = useMutation({
    mutationFn: async ({ id, wanted }: { readonly id: string; readonly wanted: LogReading }) =>
      client.throttle.readImport({ importId: id, reading: wanted }),
    onSuccess: () => followed.refetch(),
  });
  const sending = useMutation({
    mutationFn: async ({
      chosen,
      wanted,
    }: {
      readonly chosen: readonly File[];
      readonly wanted: LogReading;
    }) => {
      const own = new AbortController();
      abort.current = own;
      const given = chosen.map(({ name, size }) => ({ name, sizeBytes: size }));
      const { importId: id } = await client.throttle.importTrace({ files: given });
      sentId.current = id;
      await sendFiles(chosen, {
        send: (file, piece) => client.throttle.importPiece({ importId: id, file, ...piece }),
        onBegun: (file) => {
          if (sentId.current === id) setBegun({ importId: id, files: file + 1 });
        },
        onProgress: setSentBytes,
        signal: own.signal,
      });
      await client.throttle.readImport({ importId: id, reading: wanted });
      setImportId(id);
    },
  });
  const forgetting = useRef<() => void>(() => undefined);
  useEffect(() => {
    forgetting.current = forget;
  });
  useEffect(() => () => forgetting.current(), []);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const error = sending.error ?? reading.error ?? followed.error;
  return {
    files,
    sent: sending.isPending ? (total === 0 ? 0 : sentBytes / total) : null,
    preview,
    state:
      importId === null || followed.data === undefined ? null : current(followed.data, reading.isPending),
    problem: error === null || files.length === 0 ? (followed.data?.problem ?? null) : toProblem(error),
    choose(chosen, wanted) {
      forget();
      setFiles(chosen);
      setImportId(null);
      setSentBytes(0);
      setBegun(null);
      sending.mutate({ chosen, wanted });
    },
    read(wanted) {
      if (importId !== null) reading.mutate({ id: importId, wanted });
    },
    stop() {
      forget();
      setImportId(null);
      setBegun(null);
      setFiles([]);
    },
  };
}
