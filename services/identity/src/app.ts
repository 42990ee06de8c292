import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { listUsersRoute } from './features/list-users/list-users.route.ts';
import { setPlanRoute } from './features/update-user-plan/update-user-plan.route.ts';
import { setStatusRoute } from './features/update-user-status/update-user-status.route.ts';
import { exchangeApiKeyRpc } from './features/exchange-api-key/exchange-api-key.rpc.ts';
import { getUsersRpc } from './features/get-many/get-many.rpc.ts';
import { changeAccountRoute } from './features/update-account/update-account.route.ts';
import { getAccountRoute } from './features/get-account/get-account.route.ts';
import { keepRevocationsWorker } from './features/republish-revocations/republish-revocations.worker.ts';
import { logInRoute } from './features/log-in/log-in.route.ts';
import { logOutRoute } from './features/log-out/log-out.route.ts';
import { createApiKeyRoute } from './features/create-api-key/create-api-key.route.ts';
import { deleteApiKeyRoute } from './features/delete-api-key/delete-api-key.route.ts';
import { listApiKeysRoute } from './features/list-api-keys/list-api-keys.route.ts';
import { publishKeysRoute } from './features/get-jwks/get-jwks.route.ts';
import { refreshKeysWorker } from './features/refresh-signing-keys/refresh-signing-keys.worker.ts';
import { refreshSessionRoute } from './features/refresh-session/refresh-session.route.ts';
import { noteUsageRpc } from './features/note-usage/note-usage.rpc.ts';
import { registerRoute } from './features/register-account/register-account.route.ts';

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
