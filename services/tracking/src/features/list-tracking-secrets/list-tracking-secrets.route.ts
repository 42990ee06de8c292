import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { toTrackingSecretView, trackingSecretView } from '../../views/tracking-secret-view.ts';

export const listTrackingSecretsRoute = ({ secrets }: Deps) =>
  route({
    operationId: 'listTrackingSecrets',
    method: 'get',
    path: '/api/brand/tracking-secrets',
    summary: 'The brand’s tracking secrets, masked',
    description: 'Calls signed by any of them are accepted.',
    allow: ['brand'] as const,
    permission: 'secrets:read',
    response: z.object({ tracking_secrets: z.array(trackingSecretView) }),
    handle: async ({ actor }) => {
      const rows = await secrets.listOfBrand(actor.id);
      return { tracking_secrets: rows.map(toTrackingSecretView) };
    },
  });
