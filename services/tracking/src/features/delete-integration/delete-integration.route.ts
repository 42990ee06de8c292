import { integrationDisconnected } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { integrationSnapshotOf } from '../../workflows/integration-state.ts';

/** Disconnects a shop; its webhooks are refused from then on. @throws not_found integration_not_found */
const deleteIntegration =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  (integrationId: string, brandId: string): Promise<void> =>
    transaction(async ({ integrations, outbox }) => {
      const integration = await integrations.getOfBrand(integrationId, brandId);
      await integrations.remove(integrationId);
      recordChange({ kind: 'integration', id: integrationId, before: integration });
      await outbox.add(integrationDisconnected(integrationSnapshotOf(integration)));
    });

export const deleteIntegrationRoute = (deps: Deps) => {
  const remove = deleteIntegration(deps);
  return route({
    operationId: 'deleteIntegration',
    method: 'delete',
    path: '/api/brand/integrations/:integration_id',
    summary: 'Disconnect a shop',
    description: 'Its messages are refused from then on; the conversions stay.',
    allow: ['brand'] as const,
    permission: 'tracking:write',
    params: z.object({ integration_id: uuidInput }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { integration_not_found: 'There is no such integration of this brand' },
    handle: async ({ params, actor }) => {
      await remove(params.integration_id, actor.id);
      return { success: true, message: 'The shop is disconnected' };
    },
  });
};
