import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { listUsersRoute } from './features/administer-users/list-users.route.ts';
import { setPlanRoute } from './features/administer-users/set-plan.route.ts';
import { setStatusRoute } from './features/administer-users/set-status.route.ts';
import { exchangeApiKeyRpc } from './features/exchange-api-key/exchange-api-key.rpc.ts';
import { getUsersRpc } from './features/get-users/get-users.rpc.ts';
import { changeAccountRoute } from './features/keep-account/change-account.route.ts';
import { getAccountRoute } from './features/keep-account/get-account.route.ts';
import { keepRevocationsWorker } from './features/keep-revocations/keep-revocations.worker.ts';
import { logInRoute } from './features/log-in/log-in.route.ts';
import { logOutRoute } from './features/log-out/log-out.route.ts';
import { createApiKeyRoute } from './features/manage-api-keys/create-api-key.route.ts';
import { deleteApiKeyRoute } from './features/manage-api-keys/delete-api-key.route.ts';
import { listApiKeysRoute } from './features/manage-api-keys/list-api-keys.route.ts';
import { publishKeysRoute } from './features/publish-keys/publish-keys.route.ts';
import { refreshKeysWorker } from './features/publish-keys/refresh-keys.worker.ts';
import { refreshSessionRoute } from './features/refresh-session/refresh-session.route.ts';
import { noteUsageRpc } from './features/note-usage/note-usage.rpc.ts';
import { registerRoute } from './features/register/register.route.ts';

/** All that identity answers and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    registerRoute(deps),
    logInRoute(deps),
    refreshSessionRoute(deps),
    logOutRoute(deps),
    getAccountRoute(deps),
    changeAccountRoute(deps),
    createApiKeyRoute(deps),
    listApiKeysRoute(deps),
    deleteApiKeyRoute(deps),
    listUsersRoute(deps),
    setPlanRoute(deps),
    setStatusRoute(deps),
    publishKeysRoute(deps),
  ],
  rpcs: [exchangeApiKeyRpc(deps), getUsersRpc(deps), noteUsageRpc(deps)],
  workers: [refreshKeysWorker(deps), keepRevocationsWorker(deps)],
});
