import { conflict } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { plainText } from '../../domain/plain-text.ts';
import { newTrackingSecretView } from '../../views/tracking-secret-view.ts';

const HINT_CHARACTERS = 4;
const SLOTS = [0, 1];
const REQUIRED =
  'From now on calls for your campaigns must be signed with a secret of your own: others are refused with 401';

type CreateDeps = Pick<
  Deps,
  'brandSecrets' | 'cipher' | 'clock' | 'newId' | 'newTrackingSecret' | 'transaction'
>;

/** Creates a secret in one of the brand's two slots. A unique index guards the slots against races. */
const createTrackingSecret =
  ({ brandSecrets, cipher, clock, newId, newTrackingSecret, transaction }: CreateDeps) =>
  async (brandId: string, name: string | null): Promise<z.output<typeof newTrackingSecretView>> => {
    const id = newId();
    const secret = newTrackingSecret();
    const createdAt = clock.now();
    const sealed = cipher.encrypt(secret, `${brandId} ${id}`);
    const hint = secret.slice(-HINT_CHARACTERS);
    for (const slot of SLOTS) {
      try {
        const document = { _id: id, brandId, name, sealed, hint, slot, createdAt };
        await transaction(async ({ secrets }) => {
          await secrets.add(document);
          recordChange({ kind: 'tracking_secret', id, after: document });
        });
        brandSecrets.forget(brandId);
        return { id, name, secret, created_at: createdAt.toISOString(), message: REQUIRED };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw conflict('too_many_secrets', {
      message: 'At most two secrets overlap; delete one first',
    });
  };

export const createTrackingSecretRoute = (deps: Deps) => {
  const create = createTrackingSecret(deps);
  return route({
    operationId: 'createTrackingSecret',
    method: 'post',
    path: '/api/brand/tracking-secrets',
    summary: 'Create a tracking secret of the brand’s own',
    description:
      'From then on every tracking call for the brand’s campaigns must be signed with a secret of its own: unsigned ' +
      'calls and those signed with the platform’s secrets are refused with 401, outside production as well. Two ' +
      'secrets may overlap, so that a new one can be rolled out before the old one is deleted.',
    allow: ['brand'] as const,
    permission: 'secrets:write',
    status: 201,
    body: z.strictObject({ name: plainText(100).optional() }),
    response: newTrackingSecretView,
    errors: { too_many_secrets: '409: the brand has two secrets already' },
    handle: ({ body, actor }) => create(actor.id, body.name ?? null),
  });
};
