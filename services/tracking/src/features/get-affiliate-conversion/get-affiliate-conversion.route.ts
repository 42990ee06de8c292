import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { affiliateDetail, toAffiliateDetail } from '../../views/conversion-view.ts';

export const getAffiliateConversionRoute = ({ conversions }: Deps) =>
  route({
    operationId: 'getAffiliateConversion',
    method: 'get',
    path: '/api/affiliate/conversions/:conversion_id',
    summary: 'A conversion of the affiliate',
    description:
      'The conversion as in the affiliate’s list, with what the shop reported of the order.',
    allow: ['affiliate'] as const,
    permission: 'conversions:read',
    params: z.object({ conversion_id: uuidInput }),
    response: z.object({ success: z.literal(true), data: affiliateDetail }),
    errors: { conversion_not_found: 'There is no such conversion of this affiliate' },
    handle: async ({ params, actor }) => {
      const conversion = await conversions.getOfAffiliate(params.conversion_id, actor.id);
      return { success: true, data: toAffiliateDetail(conversion, actor.id) };
    },
  });
