import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

export const deleteProductRoute = ({ transaction }: Deps) =>
  route({
    operationId: 'deleteProduct',
    method: 'delete',
    path: '/api/brand/products/:product_id',
    summary: 'Removes a product',
    description: 'Orders that name it stay as they are.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ product_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { product_id: id }, actor }) => {
      await transaction(async ({ products }) => {
        const before = await products.getOwn(id, actor.id);
        await products.delete(id);
        recordChange({ kind: 'product', id, before });
      });
      return { success: true, message: 'The product was removed' };
    },
  });
