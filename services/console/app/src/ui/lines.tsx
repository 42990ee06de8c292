import { type ReactNode } from 'react';

/** Short records one below the other. */
export const Lines = ({ children }: { readonly children: ReactNode }) => (
  <ul className="divide-y divide-line">{children}</ul>
);

interface LineProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** What stands to the right: states, amounts, buttons. */
  readonly children?: ReactNode;
}

/** A record in one line: its name, what is known of it, and what can be done with it. */
export const Line = ({ title, text, children }: LineProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm">
    <TwoLines title={title} text={text} />
    {children !== undefined && (
      <span className="flex shrink-0 flex-wrap items-center gap-2 tabular-nums">{children}</span>
    )}
  </li>
);

/** A name, and below it what belongs to it. */
export const TwoLines = ({ title, text }: Pick<LineProps, 'title' | 'text'>) => (
  <span className="block min-w-0">
    <span className="block truncate font-medium">{title}</span>
    {text !== undefined && <span className="block truncate text-xs text-muted">{text}</span>}
  </span>
);

/** Names and values of one record. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="divide-y divide-line">{children}</dl>
);

export const Fact = ({ label, value }: { readonly label: string; readonly value: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 px-5 py-3 text-sm">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 font-medium break-words">{value}</dd>
  </div>
);
