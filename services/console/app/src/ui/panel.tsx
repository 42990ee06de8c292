import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { ErrorState, Skeleton } from './states.tsx';

interface CardProps {
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A surface with an optional heading. */
export function Card({ title, action, children, className = '' }: CardProps) {
  return (
    <section
      aria-label={title}
      className={`overflow-hidden rounded-xl border border-line bg-surface shadow-xs ${className}`}
    >
      {title !== undefined && (
        <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-5 py-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

interface PanelProps<Data> extends Omit<CardProps, 'children'> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** A card of what a query answers. Where its service fails, this card alone shows it. */
export function Panel<Data>({ query, children, ...card }: PanelProps<Data>) {
  return (
    <Card {...card}>
      <QueryState query={query}>{children}</QueryState>
    </Card>
  );
}

/** The answer of a query, or the state that it is in. */
export function QueryState<Data>({
  query,
  children,
}: Pick<PanelProps<Data>, 'query' | 'children'>): ReactNode {
  if (query.isSuccess) return children(query.data);
  if (query.isPending) return <Skeleton />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}
