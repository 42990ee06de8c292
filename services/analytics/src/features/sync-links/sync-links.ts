import { type LinkSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

type SyncLinksDeps = Pick<Deps, 'transaction'>;

/** Copies the tracking codes and owners of links. */
export const syncLink =
  (deps: SyncLinksDeps) =>
  ({ data }: { data: LinkSnapshot }): Promise<void> =>
    deps.transaction(({ names }) =>
      names.saveLink({
        _id: data.linkId,
        trackingCode: data.trackingCode,
        affiliateId: data.affiliateId,
      }),
    );
