import { type LinkSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

/** Keeps the codes of links, by which people know them. */
export const keepLink =
  (deps: Deps) =>
  ({ data }: { data: LinkSnapshot }): Promise<void> =>
    deps.transaction(({ names }) => names.putLink(data.linkId, data.trackingCode));
