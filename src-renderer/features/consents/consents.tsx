import { toProblem } from '#renderer/api/problem.ts';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { NewImport } from './file/new-import.tsx';
import { ImportList } from './import-list.tsx';
import { ImportScreen } from './import-screen.tsx';
import { useImportView } from './use-import.ts';
import './consent-import.css';

function LoadedImport({ id }: { readonly id: string }) {
  const { view, error } = useImportView(id);
  if (view !== undefined) return <ImportScreen view={view} />;
  if (error !== null) return <ProblemNote problem={toProblem(error)} />;
  return <div className="screen-loading" />;
}

/** The imports of consents, and each of them step by step. */
export function Consents() {
  const { address } = useTab();
  const rest = address?.rest ?? '';
  if (rest === '') return <ImportList />;
  return rest === 'new' ? <NewImport /> : <LoadedImport key={rest} id={rest} />;
}
