import { z } from 'zod';
import { unavailable } from '@tributary/errors';
import { contentOf } from '../responses.ts';
import { type ProviderResponse, type ProviderHttp, type ProviderRequest } from '../http.ts';

const token = z.object({ access_token: z.string(), expires_in: z.number() });
const RENEW_BEFORE_S = 60;

/** Calls with an access token that is fetched on demand and renewed before it expires or when it is refused. */
export function withToken(
  http: ProviderHttp,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
) {
  let cached: { text: string; until: number } | undefined;

  const fetchToken = async (): Promise<string> => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await http.call({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.status === 401) throw unavailable('provider_refused_our_key');
    const { access_token: text, expires_in: seconds } = contentOf(answer, token);
    cached = { text, until: performance.now() + (seconds - RENEW_BEFORE_S) * 1000 };
    return text;
  };

  return async (request: Omit<ProviderRequest, 'headers'>): Promise<ProviderResponse> => {
    for (let attempt = 1; ; attempt += 1) {
      const current =
        cached !== undefined && cached.until > performance.now() ? cached.text : await fetchToken();
      const headers = { authorization: `Bearer ${current}`, 'content-type': 'application/json' };
      const answer = await http.call({ ...request, headers });
      if (answer.status !== 401) return answer;
      cached = undefined;
      if (attempt === 2) throw unavailable('provider_refused_our_key');
    }
  };
}
