import { z } from 'zod';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const jwk = z
  .object({
    kty: z.literal('RSA'),
    kid: z.string(),
    alg: z.literal('RS256'),
    use: z.literal('sig'),
    n: z.string(),
    e: z.string(),
  })
  .meta({ id: 'JsonWebKey', description: 'A public key (RFC 7517)' });

export const getJwksRoute = ({ keyRing }: Deps) =>
  route({
    operationId: 'getJwks',
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that verify access tokens',
    description:
      'A JSON Web Key Set (RFC 7517). It may be cached for five minutes; a new key is published before it signs.',
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
