import type { ReactNode } from 'react';

export interface PartProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One kind of part with its purpose. */
export function Part({ title, text, children }: PartProps) {
  return (
    <section className="part">
      <header>
        <h2 className="title">{title}</h2>
        <p>{text}</p>
      </header>
      <div className="part-body">{children}</div>
    </section>
  );
}
