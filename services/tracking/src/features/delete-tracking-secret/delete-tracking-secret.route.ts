import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';

export const deleteTrackingSecretRoute = ({ transaction, brandSecrets }: Deps) =>
  route({
    operationId: 'deleteTrackingSecret',
    method: 'delete',
    path: '/api/brand/tracking-secrets/:secret_id',
    summary: 'Delete a tracking secret',
    description: 'Without a secret of its own a brand signs its calls with the platform’s secrets.',
    allow: ['brand'] as const,
    permission: 'secrets:write',
    params: z.object({ secret_id: uuidInput }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { tracking_secret_not_found: 'There is no such secret of this brand' },
    handle: async ({ params, actor }) => {
      await transaction(async ({ secrets }) => {
        const before = await secrets.remove(actor.id, params.secret_id);
        recordChange({ kind: 'tracking_secret', id: before._id, before });
      });
      brandSecrets.forget(actor.id);
      return { success: true, message: 'The secret is deleted' };
    },
  });
