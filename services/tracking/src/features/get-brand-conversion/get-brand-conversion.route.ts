import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { brandDetail, toBrandDetail } from '../../views/conversion-view.ts';

export const getBrandConversionRoute = ({ conversions }: Deps) =>
  route({
    operationId: 'getBrandConversion',
    method: 'get',
    path: '/api/brand/conversions/:conversion_id',
    summary: 'A conversion of the brand',
    description: 'The conversion as in the brand’s list, with what the shop reported of the order.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ conversion_id: uuidInput }),
    response: z.object({ success: z.literal(true), data: brandDetail }),
    errors: { conversion_not_found: 'There is no such conversion of this brand' },
    handle: async ({ params, actor }) => {
      const conversion = await conversions.getOfBrand(params.conversion_id, actor.id);
      return { success: true, data: toBrandDetail(conversion) };
    },
  });
