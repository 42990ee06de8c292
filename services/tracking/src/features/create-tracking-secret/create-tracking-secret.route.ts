import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { plainText } from '../../domain/plain-text.ts';

const PATH = '/api/brand/tracking-secrets';
const HINT_CHARACTERS = 4;
const SLOTS = [0, 1];

const listed = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  secret: z.string().describe('Masked: its last characters alone'),
  created_at: z.iso.datetime(),
});
const created = listed.extend({ secret: z.string().describe('Shown this once') });

const masked = (hint: string): string => `trk_…${hint}`;

/** Makes a secret in one of the brand's two places; the unique index holds that against races. */
const createSecret =
  (deps: Deps) =>
  async (brandId: string, name: string | null): Promise<z.output<typeof created>> => {
    const id = deps.newId();
    const secret = deps.newTrackingSecret();
    const createdAt = deps.clock.now();
    const sealed = deps.seal.close(secret, `${brandId} ${id}`);
    const hint = secret.slice(-HINT_CHARACTERS);
    for (const slot of SLOTS) {
      try {
        await deps.secrets.add({ _id: id, brandId, name, sealed, hint, slot, createdAt });
        deps.heldSecrets.forget(brandId);
        return { id, name, secret, created_at: createdAt.toISOString() };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw conflict('too_many_secrets', {
      message: 'At most two secrets overlap; delete one first',
    });
  };

export const createTrackingSecretRoute = (deps: Deps) => {
  const create = createSecret(deps);
  return route({
    method: 'post',
    path: PATH,
    summary: 'Make a tracking secret of the brand’s own',
    description:
      'From then on the calls for the brand’s campaigns must be signed with it. Two may overlap, so ' +
      'that a new one can be rolled out before the old one is deleted.',
    allow: ['brand'] as const,
    status: 201,
    body: z.strictObject({ name: plainText(100).optional() }),
    response: created,
    errors: { too_many_secrets: '409: the brand holds two already' },
    handle: ({ body, actor }) => create(actor.id, body.name ?? null),
  });
};

export const listTrackingSecretsRoute = ({ secrets }: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'The brand’s tracking secrets, masked',
    allow: ['brand'] as const,
    response: z.object({ tracking_secrets: z.array(listed) }),
    handle: async ({ actor }) => {
      const rows = await secrets.listOfBrand(actor.id);
      return {
        tracking_secrets: rows.map(({ _id, name, hint, createdAt }) => ({
          id: _id,
          name,
          secret: masked(hint),
          created_at: createdAt.toISOString(),
        })),
      };
    },
  });

export const deleteTrackingSecretRoute = ({ secrets, heldSecrets }: Deps) =>
  route({
    method: 'delete',
    path: `${PATH}/:secret_id`,
    summary: 'Delete a tracking secret',
    description:
      'Without any of its own a brand’s calls are signed with the platform’s secrets again.',
    allow: ['brand'] as const,
    params: z.object({ secret_id: givenId }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { tracking_secret_not_found: 'There is no such secret of this brand' },
    handle: async ({ params, actor }) => {
      await secrets.remove(actor.id, params.secret_id);
      heldSecrets.forget(actor.id);
      return { success: true, message: 'The secret is deleted' };
    },
  });
