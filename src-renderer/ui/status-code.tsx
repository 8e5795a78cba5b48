/** An HTTP status: danger from 400 on, quiet otherwise. */
export function StatusCode({ status, quiet = false }: { readonly status: number; readonly quiet?: boolean }) {
  const tone = status >= 400 ? ' c-danger' : quiet ? ' muted' : '';
  return <span className={`status${tone}`}>{status}</span>;
}
