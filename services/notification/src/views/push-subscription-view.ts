import { z } from 'zod';
import { type PushSubscriptionDocument } from '../store/collections.ts';

export const pushSubscriptionSchema = z
  .object({
    id: z.uuid(),
    endpoint: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'PushSubscription', description: 'A browser that receives push messages' });

export const pushSubscriptionView = (
  row: PushSubscriptionDocument,
): z.input<typeof pushSubscriptionSchema> => ({
  id: row._id,
  endpoint: row.endpoint,
  created_at: row.createdAt.toISOString(),
});
