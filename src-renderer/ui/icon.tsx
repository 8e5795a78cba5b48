import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Verdict = 'passed' | 'failed' | 'warning' | 'review' | 'skipped' | 'inconclusive';

/** Outlines of the verdicts, of a rule that was never reached, and the mark of the product. */
const drawings = {
  passed: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.3 2.8 2.7L16 9.5" />
    </>
  ),
  failed: (
    <>
      <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z" />
      <path d="m9 9 6 6m0-6-6 6" />
    </>
  ),
  warning: (
    <>
      <path d="M12 3.5 22 20.5H2z" />
      <path d="M12 10v4.5M12 17.4v.1" />
    </>
  ),
  review: (
    <>
      <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z" />
      <circle cx="12" cy="12" r="2.6" />
    </>
  ),
  skipped: (
    <>
      <circle cx="12" cy="12" r="9" strokeDasharray="3.2 2.46" />
      <path d="M8.5 12h7" />
    </>
  ),
  inconclusive: (
    <>
      <path d="M12 2.5 21.5 12 12 21.5 2.5 12z" />
      <path d="M10 10.2a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.1M12 16v.1" />
    </>
  ),
  never: <circle cx="12" cy="12" r="4" />,
  gate: (
    <>
      <path d="M3.5 21V10a8.5 8.5 0 0 1 17 0v11" />
      <path d="M8 21V11.5a4 4 0 0 1 8 0V21" />
      <path d="M12 7.5V21" />
      <path d="M8 15.5h8" />
    </>
  ),
} as const satisfies Record<Verdict | 'never' | 'gate', ReactNode>;

export type Drawing = keyof typeof drawings;

/** One of the product's own outlines; decoration, so words must accompany it. */
export function Drawn({ name, small = false }: { readonly name: Drawing; readonly small?: boolean }) {
  return (
    <svg className={small ? 'i s' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** An icon of the common set in the product's weight; decoration, so words must accompany it. */
export function Icon({ of: Glyph, small = false }: { readonly of: LucideIcon; readonly small?: boolean }) {
  return <Glyph className={small ? 'i s' : 'i'} aria-hidden="true" />;
}
