import { clauseUrl } from '#shared/oauth/explain/index.ts';

/** Clauses, each a link to where it can be read, as far as it is published. */
export function Clauses({ clauses }: { readonly clauses: readonly string[] }) {
  return (
    <ul className="row wraps attack-clauses" data-words="data">
      {clauses.map((clause) => {
        const url = clauseUrl(clause);
        return (
          <li key={clause}>
            {url === null ? (
              clause
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {clause}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
