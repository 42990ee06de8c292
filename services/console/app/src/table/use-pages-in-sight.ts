import { type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

type Query = Pick<
  UseInfiniteQueryResult,
  'isFetching' | 'hasNextPage' | 'fetchNextPage' | 'hasPreviousPage' | 'fetchPreviousPage'
>;

/** Rows before an end of what is loaded at which the page beyond it is requested. */
const AHEAD = 20;

/** Requests the page before or after the loaded ones where it is nearly in sight. */
export function usePagesInSight(
  query: Query,
  [first, last]: readonly [first: number, last: number],
  [begin, end]: readonly [begin: number, end: number],
): void {
  const { isFetching, hasNextPage, fetchNextPage, hasPreviousPage, fetchPreviousPage } = query;
  const needsNext = hasNextPage && last >= end - AHEAD;
  const needsPrevious = hasPreviousPage && first < begin + AHEAD;
  useEffect(() => {
    if (isFetching) return;
    // The rows in sight first, the rows ahead of them afterwards.
    if (needsPrevious && (!needsNext || first < begin)) void fetchPreviousPage();
    else if (needsNext) void fetchNextPage();
  }, [needsNext, needsPrevious, isFetching, first, begin, fetchNextPage, fetchPreviousPage]);
}
