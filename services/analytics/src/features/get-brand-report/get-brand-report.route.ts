import { z } from 'zod';
import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { brandReportKinds } from '../../domain/brand-report.ts';
import { periodSchema, periodView } from '../../domain/performance-view.ts';
import {
  brandReportFilters,
  brandRowSchema,
  brandSelectionOf,
  brandTotalsSchema,
  checkBrandPeriod,
} from '../../views/brand-report-view.ts';
import { openBrandReport } from '../../workflows/read-brand-report.ts';
import { brandQueryOf } from '../../workflows/read-report.ts';
import { countedFromEvents } from '../../views/freshness.ts';

export const getBrandReportRoute = (deps: Deps) =>
  route({
    operationId: 'getBrandReport',
    method: 'get',
    path: '/api/brand/reports',
    summary: 'A brand’s conversions, commissions, payouts due, or affiliates',
    description:
      'Without dates: the last 30 days; `payouts_due` is the state of all orders until the end. Rows are single orders or commissions by the time of the order, or affiliates by what is due to them or what they earned. Amounts and orders of one currency; totals are those of all rows. ' +
      countedFromEvents,
    allow: ['brand'],
    permission: 'analytics:read',
    query: z
      .strictObject({ ...brandReportFilters, ...pageQuery({ defaultSize: 50, maxSize: 100 }) })
      .superRefine(checkBrandPeriod),
    response: z.object({
      kind: z.enum(brandReportKinds),
      period: periodSchema,
      currency: z.string(),
      rows: z.array(brandRowSchema),
      totals: brandTotalsSchema,
      pagination: paginationSchema,
    }),
    handle: async ({ query: { page, per_page: perPage, ...filters }, actor }) => {
      const query = brandQueryOf(brandSelectionOf(filters, actor.id, deps.clock.now()));
      const report = openBrandReport(deps, query);
      const [rows, { rows: count, totals }] = await Promise.all([
        report.list(pageRequestOf(page, perPage)),
        report.total(),
      ]);
      return {
        kind: query.kind,
        period: periodView(query.period),
        currency: query.currency,
        rows,
        totals,
        pagination: paginationOf(page, perPage, count),
      };
    },
  });
