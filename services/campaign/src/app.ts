import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { addCreativeRoute } from './features/create-creative/create-creative.route.ts';
import { applyToCampaignRoute } from './features/apply-to-campaign/apply-to-campaign.route.ts';
import { changeCampaignRoute } from './features/update-campaign/update-campaign.route.ts';
import { setAttributionRpc } from './features/set-attribution/set-attribution.rpc.ts';
import { countFiguresConsumers } from './features/count-figures/count-figures.consumer.ts';
import { createCampaignRoute } from './features/create-campaign/create-campaign.route.ts';
import { createLinkRoute } from './features/create-link/create-link.route.ts';
import { followScheduleWorker } from './features/apply-campaign-schedules/apply-campaign-schedules.worker.ts';
import { getCampaignRoute } from './features/get-campaign/get-campaign.route.ts';
import { getCampaignRpc } from './features/get-campaign/get-campaign.rpc.ts';
import {
  addNumbersRoute,
  listNumbersRoute,
  removeNumberRoute,
} from './features/create-tracking-numbers/create-tracking-numbers.route.ts';
import { inviteAffiliateRoute } from './features/invite-affiliate/invite-affiliate.route.ts';
import {
  addProductRoute,
  changeProductRoute,
  getProductRoute,
  listProductsRoute,
  removeProductRoute,
} from './features/create-product/create-product.route.ts';
import {
  listInvitationsRoute,
  withdrawInvitationRoute,
} from './features/list-invitations/list-invitations.route.ts';
import { keepUsersConsumers } from './features/sync-users/sync-users.consumer.ts';
import { leaveCampaignRoute } from './features/leave-campaign/leave-campaign.route.ts';
import { removeMemberRoute } from './features/remove-campaign-member/remove-campaign-member.route.ts';
import { listAffiliatesRoute } from './features/list-affiliates/list-affiliates.route.ts';
import { listApplicationsRoute } from './features/list-applications/list-applications.route.ts';
import { listCampaignsRoute } from './features/list-campaigns/list-campaigns.route.ts';
import {
  listCreativesRoute,
  listOfferedCreativesRoute,
} from './features/list-creatives/list-creatives.route.ts';
import { listLinksRoute } from './features/list-links/list-links.route.ts';
import { listOffersRoute } from './features/list-offers/list-offers.route.ts';
import { removeCreativeRoute } from './features/delete-creative/delete-creative.route.ts';
import { resolveLinkRpc } from './features/resolve-link/resolve-link.rpc.ts';
import { reviewApplicationRoute } from './features/review-application/review-application.route.ts';
import { serveCreativeRoute } from './features/get-creative-file/get-creative-file.route.ts';
import { showInvitationRoute } from './features/get-invitation-page/get-invitation-page.route.ts';
import { showQrCodeRoute } from './features/get-link-qr-code/get-link-qr-code.route.ts';
import { switchLinkRoute } from './features/update-link/update-link.route.ts';

/** All that campaign answers, hears and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    createCampaignRoute(deps),
    listCampaignsRoute(deps),
    getCampaignRoute(deps),
    changeCampaignRoute(deps),
    inviteAffiliateRoute(deps),
    listInvitationsRoute(deps),
    withdrawInvitationRoute(deps),
    showInvitationRoute(deps),
    listAffiliatesRoute(deps),
    listApplicationsRoute(deps),
    reviewApplicationRoute(deps),
    listOffersRoute(deps),
    applyToCampaignRoute(deps),
    leaveCampaignRoute(deps),
    removeMemberRoute(deps),
    createLinkRoute(deps),
    listLinksRoute(deps),
    switchLinkRoute(deps),
    addNumbersRoute(deps),
    listNumbersRoute(deps),
    removeNumberRoute(deps),
    addCreativeRoute(deps),
    listCreativesRoute(deps),
    listOfferedCreativesRoute(deps),
    removeCreativeRoute(deps),
    serveCreativeRoute(deps),
    showQrCodeRoute(deps),
    addProductRoute(deps),
    listProductsRoute(deps),
    getProductRoute(deps),
    changeProductRoute(deps),
    removeProductRoute(deps),
  ],
  rpcs: [resolveLinkRpc(deps), getCampaignRpc(deps), setAttributionRpc(deps)],
  consumers: [...keepUsersConsumers(deps), ...countFiguresConsumers(deps)],
  workers: [followScheduleWorker(deps)],
});
