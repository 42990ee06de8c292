import { type Actor, pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { ClickStatement } from '../../domain/click-statement.ts';
import type { StatementFilter } from '../../store/statement-store.ts';
import { unitKind } from '../../views/held-click-fields.ts';

const reasons = z.record(z.string(), z.int());

const item = z
  .object({
    date: z.string(),
    campaign_id: z.uuid(),
    campaign_name: z.string(),
    affiliate_id: z.uuid(),
    kind: unitKind,
    payable: z.int(),
    held: z.int(),
    refused: z.int(),
    held_reasons: reasons,
    refused_reasons: reasons,
  })
  .meta({
    id: 'ClickStatement',
    description: 'What a campaign owes an affiliate for clicks or impressions of a day',
  });

const query = z
  .strictObject({
    campaign_id: z.uuid().optional(),
    affiliate_id: z.uuid().optional(),
    kind: unitKind.optional(),
    start_date: z.iso.date().optional(),
    end_date: z.iso.date().optional(),
    ...pageQuery({ defaultSize: 50, maxSize: 100 }),
  })
  .refine(
    ({ start_date: start, end_date: end }) =>
      start === undefined || end === undefined || start <= end,
    { path: ['start_date'], message: 'Must not be after end_date' },
  );

export const listClickStatementsRoute = (deps: Deps) =>
  route({
    operationId: 'listClickStatements',
    method: 'get',
    path: '/api/commissions/click-statements',
    summary: 'Payable, held and refused clicks and impressions by affiliate, campaign and day',
    description:
      'Of campaigns that pay for clicks or impressions, the newest days (UTC) first. Affiliates see their own, brands those of their campaigns. ' +
      'Payable is each visitor’s first click of a link on a day, where the visitor’s cookie was signed by us before, within the limits per address. ' +
      'Held for review: `new_visitor` (no cookie yet), `unsigned_visitor` (a cookie that is not ours), `address_limit`, `embedded` and `not_embedded` ' +
      '(a page loaded the link, or no page the image), `datacenter` (or Tor), `click_cap`, `commission_cap`, `budget_exhausted`. ' +
      'Refused: `duplicate`, `refused_in_review`, `not_reviewed` (held for 30 days), and the reasons for which a click is invalid, such as `bot`. ' +
      'Released ones count as payable.',
    allow: ['affiliate', 'brand', 'admin'],
    permission: 'commissions:read',
    query,
    response: z.object({ statements: z.array(item), pagination: paginationSchema }),
    handle: async ({ query: request, actor }) => {
      const { page, per_page: perPage } = request;
      const range = { skip: (page - 1) * perPage, limit: perPage };
      const { documents, total } = await deps.stores.statements.list(
        { ...filterOf(request), ...visibleTo(actor) },
        range,
      );
      const ids = documents.map(({ campaignId }) => campaignId);
      const names = await deps.findCampaignNames(ids);
      return {
        statements: documents.map((statement) =>
          itemOf(statement, names.get(statement.campaignId)?.name ?? ''),
        ),
        pagination: paginationOf(page, perPage, total),
      };
    },
  });

const filterOf = (request: z.output<typeof query>): StatementFilter => ({
  campaignId: request.campaign_id,
  affiliateId: request.affiliate_id,
  kind: request.kind,
  from: request.start_date,
  to: request.end_date,
});

function visibleTo({ id, role }: Actor): StatementFilter {
  if (role === 'admin') return {};
  return role === 'brand' ? { brandId: id } : { affiliateId: id };
}

const countedReasons = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const itemOf = (statement: ClickStatement, name: string): z.input<typeof item> => ({
  date: statement.day,
  campaign_id: statement.campaignId,
  campaign_name: name,
  affiliate_id: statement.affiliateId,
  kind: statement.kind,
  payable: statement.payable,
  held: totalOf(statement.held),
  refused: totalOf(statement.refused),
  held_reasons: countedReasons(statement.held),
  refused_reasons: countedReasons(statement.refused),
});
