import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

/** Saves the workspace as a zip without secrets, and names the parts that are left out. */
export function useExportZip(): () => void {
  const { client } = useApi();
  const save = useMutation({
    mutationFn: () => client.workspace.exportZip(),
    onSuccess: ({ fileName, zipBase64, files, redacted, leftOut }) => {
      saveFile(fileName, Uint8Array.fromBase64(zipBase64), 'application/zip');
      toast(sharedMessages.workspace.exported(files.length, redacted.length, leftOut.length));
    },
    onError: reportProblem,
  });
  return save.mutate;
}
