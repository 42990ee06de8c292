import { z } from 'zod';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const jwk = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
});

export const getJwksRoute = ({ keyRing }: Deps) =>
  route({
    operationId: 'getJwks',
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that verify access tokens',
    allow: 'public',
    anyQuery: true,
    quiet: true,
    response: z.object({ keys: z.array(jwk) }),
    handle: () => {
      // Shorter than the time for which a new key is published before it signs.
      const headers = { 'cache-control': 'public, max-age=300' };
      return Promise.resolve(reply(200, { headers, body: { keys: keyRing.publicKeys() } }));
    },
  });
