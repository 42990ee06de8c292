import { conversionStatuses, conversionTypes } from '@tributary/contracts';
import {
  booleanText,
  endDate,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
  startBeforeEnd,
  startDate,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { type ConversionFilter } from '../../store/conversion-lists.ts';
import { brandView, conversionPageSize, toBrandView } from '../../views/conversion-view.ts';

const valueText = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Must be a decimal')
  .transform(Number);

const query = z
  .strictObject({
    status: z.enum(conversionStatuses).optional(),
    campaign_id: uuidInput.optional(),
    affiliate_id: uuidInput.optional(),
    date_from: startDate.optional(),
    date_to: endDate.optional(),
    min_value: valueText.optional(),
    max_value: valueText.optional(),
    conversion_type: z.enum(conversionTypes).optional(),
    requires_review: booleanText.optional(),
    ...pageQuery(conversionPageSize),
  })
  .superRefine(startBeforeEnd('date_from', 'date_to'))
  .refine(
    ({ min_value: min, max_value: max }) => min === undefined || max === undefined || min <= max,
    {
      path: ['min_value'],
      message: 'Must not be more than max_value',
    },
  );

const response = z.object({
  success: z.literal(true),
  data: z.object({ conversions: z.array(brandView), pagination: paginationSchema }),
});

const filterOf = (request: z.output<typeof query>): ConversionFilter => ({
  status: request.status,
  campaignId: request.campaign_id,
  affiliateId: request.affiliate_id,
  from: request.date_from,
  to: request.date_to,
  minValue: request.min_value,
  maxValue: request.max_value,
  type: request.conversion_type,
  requiresReview: request.requires_review,
});

export const listBrandConversionsRoute = ({ conversionLists }: Deps) =>
  route({
    operationId: 'listBrandConversions',
    method: 'get',
    path: '/api/brand/conversions',
    summary: 'The brand’s conversions, newest first',
    description: 'With the fraud score and what each costs. Filters may be combined.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    shared: true,
    query,
    response,
    handle: async ({ query: request, actor }) => {
      const { page, per_page: perPage } = request;
      const range = pageRequestOf(page, perPage);
      const { conversions, total } = await conversionLists.list(
        { brandId: actor.id },
        filterOf(request),
        range,
      );
      return {
        success: true,
        data: {
          conversions: conversions.map(toBrandView),
          pagination: paginationOf(page, perPage, total),
        },
      };
    },
  });
