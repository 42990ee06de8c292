import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { exchangeApiKey } from './exchange-api-key.ts';

export const exchangeApiKeyRpc = (deps: Deps) =>
  rpc('tributary.identity.v1.Users', 'ExchangeApiKey', async ({ apiKey, clientIp }) => {
    const { accessToken, expiresInSeconds } = await exchangeApiKey(deps)(apiKey, clientIp);
    return { accessToken, expiresIn: expiresInSeconds };
  });
