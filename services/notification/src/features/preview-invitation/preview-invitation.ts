import { INVITATION_DAYS } from '@tributary/contracts';
import { isAppError, notFound } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { defaultPreferences } from '../../domain/preferences.ts';
import { emailTextsFor } from '../../domain/templates/email.ts';
import { formatsFor } from '../../domain/templates/formats.ts';
import { invitationText } from '../../domain/triggers/campaigns.ts';
import { emailView, type EmailView } from '../../views/email-view.ts';

interface Input {
  readonly brandId: string;
  readonly campaignId: string;
  readonly message: string | null;
}

interface Preview extends EmailView {
  /** Whether the mail has the names and the message, which only a proved brand may send. */
  readonly isProved: boolean;
}

type PreviewDeps = Pick<
  Deps,
  'clock' | 'config' | 'findContact' | 'getCampaign' | 'preferences' | 'sites'
>;

/** Stands for the tokens of links, which only the real mail has. */
const NO_TOKEN = '…';

const campaignNotFound = () =>
  notFound('campaign_not_found', { message: 'There is no such campaign' });

async function getOwn({ getCampaign }: PreviewDeps, { campaignId, brandId }: Input) {
  const campaign = await getCampaign(campaignId).catch((error: unknown) => {
    throw isAppError(error) && error.kind === 'not_found' ? campaignNotFound() : error;
  });
  if (campaign.brandId !== brandId) throw campaignNotFound();
  return campaign;
}

/**
 * The mail that an invitation would send to a person without an account, in the language of the brand.
 * @throws not_found campaign_not_found, also for another brand's; unavailable
 */
export const previewInvitation =
  (deps: PreviewDeps) =>
  async (input: Input): Promise<Preview> => {
    const { config, clock, sites } = deps;
    const { brandId, message } = input;
    const { name: campaignName, brandName } = await getOwn(deps, input);
    const contact = await deps.findContact(brandId);
    const isProved = contact?.emailVerified === true;
    const expiresAt = new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString();
    const invitation = { campaignName, brandName, message, expiresAt, token: NO_TOKEN };
    const preferences = await deps.preferences.get(brandId);
    const locale = preferences.locale ?? config.NOTIFICATION_LANGUAGE;
    const formats = formatsFor(locale, defaultPreferences.quietHoursTimezone);
    const view = emailView(invitationText(invitation, isProved)(formats), {
      sites,
      unsubscribeUrl: `${sites.publicUrl}/api/notifications/unsubscribe?token=${NO_TOKEN}`,
      texts: emailTextsFor(locale),
    });
    return { ...view, isProved };
  };
