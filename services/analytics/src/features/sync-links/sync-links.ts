import { type LinkSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

type SyncLinksDeps = Pick<Deps, 'transaction'>;

/** Keeps the codes of links, by which people know them, and whose they are. */
export const syncLink =
  (deps: SyncLinksDeps) =>
  ({ data }: { data: LinkSnapshot }): Promise<void> =>
    deps.transaction(({ names }) =>
      names.putLink({
        _id: data.linkId,
        trackingCode: data.trackingCode,
        affiliateId: data.affiliateId,
      }),
    );
