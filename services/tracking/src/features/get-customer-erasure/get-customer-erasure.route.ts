import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { customerErasureView, toCustomerErasureView } from '../../views/customer-erasure-view.ts';

export const getCustomerErasureRoute = ({ customerErasures }: Deps) =>
  route({
    operationId: 'getCustomerErasure',
    method: 'get',
    path: '/api/customer-data/erasures/:erasure_id',
    summary: 'The receipt of an erasure',
    description: 'Kept for good. It holds no personal data.',
    allow: ['brand', 'admin'] as const,
    permission: 'account:read',
    params: z.object({ erasure_id: uuidInput }),
    response: customerErasureView,
    errors: { erasure_not_found: 'There is no such erasure of this brand’s orders' },
    handle: async ({ params, actor }) => {
      const owner = actor.role === 'admin' ? undefined : actor.id;
      return toCustomerErasureView(await customerErasures.get(params.erasure_id, owner));
    },
  });
