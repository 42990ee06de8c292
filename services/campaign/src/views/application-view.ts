import { type AccountCheck } from '@tributary/contracts';
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

const accountCheckView = z
  .object({
    score: z.number().describe('0 to 1: how likely the account is a fraudster’s'),
    requires_review: z
      .boolean()
      .describe('Whether the score is above 0.5. Nothing is held and nobody rejected for it'),
    factors: z.array(
      z
        .object({
          factor: z
            .string()
            .describe('`owner_record`, `account_group`, `same_owner` or `anonymous_sign_in`'),
          value: z.number().nullable().describe('0 to 1; null when nothing is known'),
          weight: z.number(),
          contribution: z.number().describe('The contributions add up to the score'),
          evidence: z.string(),
        })
        .meta({
          id: 'AccountFactor',
          description: 'What one comparison with other accounts found',
        }),
    ),
    checked_at: z.iso.datetime().describe('When this was found first; later checks found the same'),
  })
  .meta({
    id: 'AccountCheck',
    description:
      'What the affiliate’s account shares with others (owner, address, customers, coupon codes), and what became of those. It is checked when the affiliate applies, when its mailbox, payout destination or address changes, and each night',
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
    account_check: accountCheckView
      .nullable()
      .describe('Null until the account is checked, some seconds after the application'),
  })
  .meta({ id: 'Applicant', description: 'An application with its affiliate, for the brand' });

const checkView = ({ score, requiresReview, factors, checkedAt }: AccountCheck) => ({
  score,
  requires_review: requiresReview,
  factors: [...factors],
  checked_at: checkedAt,
});

export const applicantView = (
  application: Application,
  user: UserCopy | undefined,
  check: AccountCheck | undefined,
) => ({
  ...applicationView(application),
  account_check: check === undefined ? null : checkView(check),
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
