import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { linkSnapshotOf } from '../../domain/link.ts';
import { findLinks } from './find-links.ts';

export const findLinksRpc = (deps: Deps) =>
  rpc('tributary.campaign.v1.Links', 'FindLinks', async (request) => {
    const found = await findLinks(deps)(request);
    return { links: found.map((link) => JSON.stringify(linkSnapshotOf(link))) };
  });
