import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { type PlacedRows } from './use-rows.ts';

interface Props<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<PlacedRows<Item>>>;
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

interface MoreProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onMore: () => Promise<unknown>;
}

const More = ({ label, isBusy, onMore }: MoreProps) => (
  <div className="flex justify-center border-line p-3 not-first:border-t">
    <Button kind="quiet" isBusy={isBusy} onClick={() => void onMore()}>
      {label}
    </Button>
  </div>
);

/** The pages of a list whose records are no rows of a table: the first one, and further ones by a button. */
export function PagedItems<Item>({ query, empty, children }: Props<Item>) {
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { isFetchingNextPage, isFetchingPreviousPage, fetchNextPage, fetchPreviousPage } = query;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      {query.hasPreviousPage && (
        <More
          label={t('Show the ones before')}
          isBusy={isFetchingPreviousPage}
          onMore={() => fetchPreviousPage()}
        />
      )}
      {children(items)}
      {query.hasNextPage && (
        <More label={t('Show more')} isBusy={isFetchingNextPage} onMore={() => fetchNextPage()} />
      )}
    </>
  );
}
