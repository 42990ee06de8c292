import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { addCreativeRoute } from './features/add-creative/add-creative.route.ts';
import { applyToCampaignRoute } from './features/apply-to-campaign/apply-to-campaign.route.ts';
import { changeCampaignRoute } from './features/change-campaign/change-campaign.route.ts';
import { setAttributionRpc } from './features/change-campaign/set-attribution.rpc.ts';
import { countFiguresConsumers } from './features/count-figures/count-figures.consumer.ts';
import { createCampaignRoute } from './features/create-campaign/create-campaign.route.ts';
import { createLinkRoute } from './features/create-link/create-link.route.ts';
import { followScheduleWorker } from './features/follow-schedule/follow-schedule.worker.ts';
import { getCampaignRoute } from './features/get-campaign/get-campaign.route.ts';
import { getCampaignRpc } from './features/get-campaign/get-campaign.rpc.ts';
import {
  addNumbersRoute,
  listNumbersRoute,
  removeNumberRoute,
} from './features/hold-numbers/hold-numbers.route.ts';
import { inviteAffiliateRoute } from './features/invite-affiliate/invite-affiliate.route.ts';
import {
  addProductRoute,
  changeProductRoute,
  getProductRoute,
  listProductsRoute,
  removeProductRoute,
} from './features/keep-products/keep-products.route.ts';
import {
  listInvitationsRoute,
  withdrawInvitationRoute,
} from './features/keep-invitations/keep-invitations.route.ts';
import { keepUsersConsumers } from './features/keep-users/keep-users.consumer.ts';
import { leaveCampaignRoute } from './features/leave-campaign/leave-campaign.route.ts';
import { removeMemberRoute } from './features/leave-campaign/remove-member.route.ts';
import { listAffiliatesRoute } from './features/list-affiliates/list-affiliates.route.ts';
import { listApplicationsRoute } from './features/list-applications/list-applications.route.ts';
import { listCampaignsRoute } from './features/list-campaigns/list-campaigns.route.ts';
import {
  listCreativesRoute,
  listOfferedCreativesRoute,
} from './features/list-creatives/list-creatives.route.ts';
import { listLinksRoute } from './features/list-links/list-links.route.ts';
import { listOffersRoute } from './features/list-offers/list-offers.route.ts';
import { removeCreativeRoute } from './features/remove-creative/remove-creative.route.ts';
import { resolveLinkRpc } from './features/resolve-link/resolve-link.rpc.ts';
import { reviewApplicationRoute } from './features/review-application/review-application.route.ts';
import { serveCreativeRoute } from './features/serve-creative/serve-creative.route.ts';
import { showInvitationRoute } from './features/show-invitation/show-invitation.route.ts';
import { showQrCodeRoute } from './features/show-qr-code/show-qr-code.route.ts';
import { switchLinkRoute } from './features/switch-link/switch-link.route.ts';

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
