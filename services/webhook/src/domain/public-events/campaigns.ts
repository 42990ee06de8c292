import {
  affiliateLeft,
  applicationApproved,
  applicationRejected,
  type ApplicationSnapshot,
  applicationSubmitted,
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  campaignUpdated,
  clickRecorded,
  impressionRecorded,
  invitationMade,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
  type LinkSnapshot,
  productAdded,
  type ProductSnapshot,
  productUpdated,
} from '@tributary/contracts';
import { formatAmount } from '@tributary/money';
import { type EventName } from '../event-catalog.ts';
import { type PublicEvent, publicEvent, translation, notPublished } from './translation.ts';

const aboutCampaign =
  (name: EventName) =>
  (campaign: CampaignSnapshot): PublicEvent[] => {
    const { type, value, currency, holdDays } = campaign.commission;
    const data = {
      campaign_id: campaign.campaignId,
      brand_id: campaign.brandId,
      name: campaign.name,
      type: campaign.type,
      status: campaign.status,
      landing_page_url: campaign.landingPageUrl,
      commission: { type, value, currency, hold_days: holdDays },
      updated_at: campaign.updatedAt,
    };
    return [publicEvent(name, [campaign.brandId], data)];
  };

const aboutApplication =
  (...names: readonly EventName[]) =>
  (application: ApplicationSnapshot): PublicEvent[] => {
    const data = {
      application_id: application.applicationId,
      campaign_id: application.campaignId,
      campaign_name: application.campaignName,
      brand_id: application.brandId,
      affiliate_id: application.affiliateId,
      status: application.status,
      notes: application.notes,
    };
    return names.map((name) =>
      publicEvent(name, [application.brandId, application.affiliateId], data),
    );
  };

const aboutLink = (name: EventName, link: LinkSnapshot): PublicEvent[] => {
  const data = {
    link_id: link.linkId,
    tracking_code: link.trackingCode,
    campaign_id: link.campaignId,
    affiliate_id: link.affiliateId,
    destination_url: link.destinationUrl,
    active: link.active,
    created_at: link.createdAt,
  };
  return [publicEvent(name, [link.brandId, link.affiliateId], data)];
};

/** For the brand only: affiliates have no access to its catalogue. */
const aboutProduct =
  (name: EventName) =>
  (product: ProductSnapshot): PublicEvent[] => [
    publicEvent(name, [product.brandId], {
      product_id: product.productId,
      sku: product.sku,
      name: product.name,
      price: formatAmount(product.priceMinor, product.currency),
      currency: product.currency,
      category: product.category,
      url: product.url,
      updated_at: product.updatedAt,
    }),
  ];

export const campaignTranslations = [
  translation(campaignCreated, aboutCampaign('campaign.created')),
  translation(campaignUpdated, aboutCampaign('campaign.updated')),
  translation(campaignActivated, aboutCampaign('campaign.activated')),
  translation(campaignPaused, aboutCampaign('campaign.paused')),
  translation(campaignEnded, aboutCampaign('campaign.ended')),
  translation(applicationSubmitted, aboutApplication('application.submitted')),
  translation(
    applicationApproved,
    aboutApplication('application.approved', 'campaign.affiliate.joined'),
  ),
  translation(applicationRejected, aboutApplication('application.rejected')),
  translation(affiliateLeft, aboutApplication('campaign.affiliate.left')),
  translation(linkCreated, (link) => aboutLink('link.created', link)),
  translation(productAdded, aboutProduct('brand.product.added')),
  translation(productUpdated, aboutProduct('brand.product.updated')),
  notPublished(impressionRecorded, 'the contract names no event for it'),
  notPublished(invitationMade, 'the contract names no event for it'),
  notPublished(linkNumberAssigned, 'the contract names no event for it'),
  // The same internal event reports that a link was switched on again.
  translation(linkDeactivated, (link) => (link.active ? [] : aboutLink('link.deactivated', link))),
];

/** Separate from the others, because clicks have a consumer of their own. */
export const clickTranslation = translation(clickRecorded, (click) => [
  publicEvent('link.clicked', [click.brandId, click.affiliateId], {
    click_id: click.clickId,
    link_id: click.linkId,
    tracking_code: click.trackingCode,
    campaign_id: click.campaignId,
    affiliate_id: click.affiliateId,
    country: click.country,
    device: click.device,
    browser: click.browser,
    is_unique: click.isUnique,
    is_bot: click.isBot,
    clicked_at: click.occurredAt,
  }),
]);
