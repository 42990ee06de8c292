import { z } from 'zod';
import { type TrackingNumber } from '../domain/tracking-number.ts';

/** A telephone number in a path or a body. */
export const telephoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'Must be a number in E.164 form, +15551234567');

export const trackingNumberResponse = z
  .object({
    number: z.string(),
    link_id: z
      .uuid()
      .nullable()
      .describe('The link that the number is assigned to; null while free'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TrackingNumber', description: 'A telephone number of a call campaign' });

export const trackingNumberView = ({
  number,
  linkId,
  createdAt,
}: TrackingNumber): z.output<typeof trackingNumberResponse> => ({
  number,
  link_id: linkId,
  created_at: createdAt.toISOString(),
});
