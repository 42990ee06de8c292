import { openCouponDirectory } from './coupon-directory.ts';
import { openLinkDirectory } from './link-directory.ts';

type Parts = Parameters<typeof openLinkDirectory>[0] &
  Omit<Parameters<typeof openCouponDirectory>[0], 'directory'>;

/** Opens the directories of links, campaigns and coupon codes over this service's copies. */
export function openDirectories(parts: Parts) {
  const directory = openLinkDirectory(parts);
  return { directory, couponDirectory: openCouponDirectory({ ...parts, directory }) };
}
