import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { applyCampaignSchedulesWorker } from './features/apply-campaign-schedules/apply-campaign-schedules.worker.ts';
import { getOfferRoute } from './features/get-offer/get-offer.route.ts';
import { applyToCampaignRoute } from './features/apply-to-campaign/apply-to-campaign.route.ts';
import { countFiguresConsumers } from './features/count-figures/count-figures.consumer.ts';
import { bulkCreateCouponsRoute } from './features/bulk-create-coupons/bulk-create-coupons.route.ts';
import { createCouponRoute } from './features/create-coupon/create-coupon.route.ts';
import { deleteCouponRoute } from './features/delete-coupon/delete-coupon.route.ts';
import { findCouponsRpc } from './features/find-coupons/find-coupons.rpc.ts';
import { getCouponRoute } from './features/get-coupon/get-coupon.route.ts';
import { listCouponsRoute } from './features/list-coupons/list-coupons.route.ts';
import { listOwnCouponsRoute } from './features/list-own-coupons/list-own-coupons.route.ts';
import { updateCouponRoute } from './features/update-coupon/update-coupon.route.ts';
import { createCampaignRoute } from './features/create-campaign/create-campaign.route.ts';
import { createCreativeRoute } from './features/create-creative/create-creative.route.ts';
import { createLinkRoute } from './features/create-link/create-link.route.ts';
import { createProductRoute } from './features/create-product/create-product.route.ts';
import { createTrackingNumbersRoute } from './features/create-tracking-numbers/create-tracking-numbers.route.ts';
import { getCreativeRoute } from './features/get-creative/get-creative.route.ts';
import { deleteCreativeRoute } from './features/delete-creative/delete-creative.route.ts';
import { deleteProductRoute } from './features/delete-product/delete-product.route.ts';
import { deleteTrackingNumberRoute } from './features/delete-tracking-number/delete-tracking-number.route.ts';
import { getCampaignRoute } from './features/get-campaign/get-campaign.route.ts';
import { findLinksRpc } from './features/find-links/find-links.rpc.ts';
import { findMembershipsRpc } from './features/find-memberships/find-memberships.rpc.ts';
import { checkAccessRpc } from './features/check-access/check-access.rpc.ts';
import { getCampaignRpc } from './features/get-campaign/get-campaign.rpc.ts';
import { getCreativeFileRoute } from './features/get-creative-file/get-creative-file.route.ts';
import { getInvitationPageRoute } from './features/get-invitation-page/get-invitation-page.route.ts';
import { getLinkQrCodeRoute } from './features/get-link-qr-code/get-link-qr-code.route.ts';
import { getProductRoute } from './features/get-product/get-product.route.ts';
import { inviteAffiliateRoute } from './features/invite-affiliate/invite-affiliate.route.ts';
import { leaveCampaignRoute } from './features/leave-campaign/leave-campaign.route.ts';
import { listAffiliatesRoute } from './features/list-affiliates/list-affiliates.route.ts';
import { listApplicationsRoute } from './features/list-applications/list-applications.route.ts';
import { listCampaignsRoute } from './features/list-campaigns/list-campaigns.route.ts';
import { listCreativesRoute } from './features/list-creatives/list-creatives.route.ts';
import { listInvitationsRoute } from './features/list-invitations/list-invitations.route.ts';
import { listLinksRoute } from './features/list-links/list-links.route.ts';
import { listOfferCreativesRoute } from './features/list-offer-creatives/list-offer-creatives.route.ts';
import { listOffersRoute } from './features/list-offers/list-offers.route.ts';
import { listProductsRoute } from './features/list-products/list-products.route.ts';
import { listTrackingNumbersRoute } from './features/list-tracking-numbers/list-tracking-numbers.route.ts';
import { mailWaitingInvitationsConsumer } from './features/mail-waiting-invitations/mail-waiting-invitations.consumer.ts';
import { removeCampaignMemberRoute } from './features/remove-campaign-member/remove-campaign-member.route.ts';
import { resolveLinkRpc } from './features/resolve-link/resolve-link.rpc.ts';
import { getApplicationRoute } from './features/get-application/get-application.route.ts';
import { reviewApplicationRoute } from './features/review-application/review-application.route.ts';
import { setAttributionRpc } from './features/set-attribution/set-attribution.rpc.ts';
import { syncAccountChecksConsumer } from './features/sync-account-checks/sync-account-checks.consumer.ts';
import { syncUsersConsumers } from './features/sync-users/sync-users.consumer.ts';
import { updateCampaignRoute } from './features/update-campaign/update-campaign.route.ts';
import { getLinkRoute } from './features/get-link/get-link.route.ts';
import { updateLinkRoute } from './features/update-link/update-link.route.ts';
import { updateProductRoute } from './features/update-product/update-product.route.ts';
import { withdrawInvitationRoute } from './features/withdraw-invitation/withdraw-invitation.route.ts';

const couponRoutes = (deps: Deps) => [
  createCouponRoute(deps),
  bulkCreateCouponsRoute(deps),
  listCouponsRoute(deps),
  getCouponRoute(deps),
  updateCouponRoute(deps),
  deleteCouponRoute(deps),
  listOwnCouponsRoute(deps),
];

const rpcs = (deps: Deps) => [
  resolveLinkRpc(deps),
  findCouponsRpc(deps),
  findLinksRpc(deps),
  findMembershipsRpc(deps),
  getCampaignRpc(deps),
  checkAccessRpc(deps),
  setAttributionRpc(deps),
];

const applicationRoutes = (deps: Deps) => [
  listApplicationsRoute(deps),
  getApplicationRoute(deps),
  reviewApplicationRoute(deps),
  removeCampaignMemberRoute(deps),
  listOffersRoute(deps),
  getOfferRoute(deps),
  applyToCampaignRoute(deps),
  leaveCampaignRoute(deps),
];

/** All routes, rpcs, consumers and workers of campaign. */
export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('campaign', deps),
    createCampaignRoute(deps),
    listCampaignsRoute(deps),
    getCampaignRoute(deps),
    updateCampaignRoute(deps),
    listAffiliatesRoute(deps),
    inviteAffiliateRoute(deps),
    listInvitationsRoute(deps),
    withdrawInvitationRoute(deps),
    getInvitationPageRoute(deps),
    ...applicationRoutes(deps),
    createLinkRoute(deps),
    listLinksRoute(deps),
    getLinkRoute(deps),
    updateLinkRoute(deps),
    getLinkQrCodeRoute(deps),
    ...couponRoutes(deps),
    createTrackingNumbersRoute(deps),
    listTrackingNumbersRoute(deps),
    deleteTrackingNumberRoute(deps),
    createCreativeRoute(deps),
    listCreativesRoute(deps),
    listOfferCreativesRoute(deps),
    getCreativeRoute(deps),
    deleteCreativeRoute(deps),
    getCreativeFileRoute(deps),
    createProductRoute(deps),
    listProductsRoute(deps),
    getProductRoute(deps),
    updateProductRoute(deps),
    deleteProductRoute(deps),
  ],
  rpcs: rpcs(deps),
  consumers: [
    eraseAccountsConsumer(deps),
    ...syncUsersConsumers(deps),
    syncAccountChecksConsumer(deps),
    ...countFiguresConsumers(deps),
    mailWaitingInvitationsConsumer(deps),
  ],
  workers: [eraseAccountsWorker(deps), applyCampaignSchedulesWorker(deps)],
});
