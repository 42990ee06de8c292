import { type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its one heading, what can be done, and the content. */
export function Page({ title, description, actions, children }: Props) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-8 sm:py-8"
    >
      <title>{title}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description !== undefined && <p className="mt-1 text-sm text-muted">{description}</p>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
      <div className="flex flex-col gap-6">{children}</div>
    </main>
  );
}
