import { z } from 'zod';
import { type Application } from '../domain/application.ts';
import { type UserCopy } from '../domain/user.ts';

const fields = {
  id: z.uuid(),
  campaign_id: z.uuid(),
  campaign_name: z.string(),
  brand_id: z.uuid(),
  affiliate_id: z.uuid(),
  status: z.enum(['pending', 'approved', 'rejected', 'left']),
  message: z.string().nullable(),
  notes: z.string().nullable(),
  /** Names of the approval criteria that were not met. */
  failed_criteria: z.array(z.string()),
  created_at: z.iso.datetime(),
  reviewed_at: z.iso.datetime().nullable(),
};

export const applicationResponse = z
  .object(fields)
  .meta({ id: 'Application', description: 'An affiliate’s application to a campaign' });

export const applicationView = (application: Application) => ({
  id: application.id,
  campaign_id: application.campaignId,
  campaign_name: application.campaignName,
  brand_id: application.brandId,
  affiliate_id: application.affiliateId,
  status: application.status,
  message: application.message,
  notes: application.notes,
  failed_criteria: [...application.failedCriteria],
  created_at: application.createdAt.toISOString(),
  reviewed_at: application.reviewedAt?.toISOString() ?? null,
});

/** An application with its affiliate, for the brand that reviews it. */
export const applicantResponse = z
  .object({
    ...fields,
    affiliate: z
      .object({
        name: z.string(),
        company: z.string().nullable(),
        country: z.string().nullable(),
        verified: z.boolean(),
        marketing_channels: z.array(z.string()),
      })
      .meta({ id: 'ApplicantProfile', description: 'The affiliate who applies' })
      .nullable(),
  })
  .meta({ id: 'Applicant', description: 'An application with its affiliate, for the brand' });

export const applicantView = (application: Application, user: UserCopy | undefined) => ({
  ...applicationView(application),
  affiliate:
    user === undefined
      ? null
      : {
          name: user.name,
          company: user.company,
          country: user.country,
          verified: user.status === 'verified',
          marketing_channels: [...(user.marketingChannels ?? [])],
        },
});
