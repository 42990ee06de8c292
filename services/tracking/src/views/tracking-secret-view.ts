import { z } from 'zod';
import { type TrackingSecretDocument } from '../store/collections.ts';

/** A tracking secret of a brand, masked. */
export const trackingSecretView = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    secret: z.string().describe('Masked: only its last characters'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TrackingSecret', description: 'A secret that signs tracking calls, masked' });

/** A new tracking secret, in full. */
export const newTrackingSecretView = trackingSecretView
  .extend({
    secret: z.string().describe('Shown only once'),
    message: z.string().describe('What changes for the brand’s calls'),
  })
  .meta({ id: 'NewTrackingSecret', description: 'A new secret that signs tracking calls' });

export const toTrackingSecretView = ({
  _id,
  name,
  hint,
  createdAt,
}: TrackingSecretDocument): z.output<typeof trackingSecretView> => ({
  id: _id,
  name,
  secret: `trk_…${hint}`,
  created_at: createdAt.toISOString(),
});
