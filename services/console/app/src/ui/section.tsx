import { type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Whether the content reaches the edges. */
  readonly isFlush?: boolean;
}

/** A part of a dialog, with its heading. */
export const Section = ({ title, children, isFlush = false }: Props) => (
  <section className={`border-b border-line last:border-0 ${isFlush ? 'py-5' : 'p-5'}`}>
    <h3 className={`mb-3 text-sm font-semibold ${isFlush ? 'px-5' : ''}`}>{title}</h3>
    {children}
  </section>
);
