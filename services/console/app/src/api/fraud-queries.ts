import { queryOptions } from '@tanstack/react-query';
import { type Range } from '../range.ts';
import { PAGE, pagesQuery, skipOf, skippedRows } from '../table/use-rows.ts';
import { api } from './client.ts';

const KEY = ['brand', 'fraud'];

/** What was suspicious in a period, by pattern and affiliate. */
export const fraudAnalysis = ({ start, end }: Range) =>
  queryOptions({
    queryKey: [...KEY, 'analysis', start, end],
    queryFn: async ({ signal }) =>
      (await api.fraudAnalysis.get({ start_date: start, end_date: end }, { signal })).data,
  });

export const fraudSettings = queryOptions({
  queryKey: [...KEY, 'settings'],
  queryFn: async ({ signal }) => (await api.fraudSettings.get({ signal })).data,
});

/** Commissions that a later judgement has stopped. */
export const fraudHoldPages = pagesQuery([...KEY, 'holds'], async (page, signal) => {
  const query = { limit: PAGE, skip: skipOf(page) };
  return skippedRows(await api.fraudHolds.list(query, { signal }), page);
});
