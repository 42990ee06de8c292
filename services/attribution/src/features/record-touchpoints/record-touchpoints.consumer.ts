import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { keyedHash } from '../../clients/keyed-hashes.ts';
import { lineOf } from '../../clients/networks.ts';
import { type Deps } from '../../deps.ts';
import { type TouchpointRow } from '../../store/models.ts';

/** A click is a page that a person opens; an image, a frame or a prefetch is none. */
function navigatedOf({ fetchMetadata }: ClickRow): boolean | null {
  if (fetchMetadata['sec-purpose']?.includes('prefetch') === true) return false;
  const [mode, dest] = [fetchMetadata['sec-fetch-mode'], fetchMetadata['sec-fetch-dest']];
  return mode === undefined || dest === undefined
    ? null
    : mode === 'navigate' && dest === 'document';
}

const touchpointOf = (
  click: ClickRow,
  seen: Pick<TouchpointRow, 'fingerprint' | 'network' | 'address'>,
): TouchpointRow => ({
  _id: click.clickId,
  visitorId: click.visitorId,
  campaignId: click.campaignId,
  affiliateId: click.affiliateId,
  linkId: click.linkId,
  occurredAt: new Date(click.occurredAt),
  device: click.device,
  country: click.country,
  navigated: navigatedOf(click),
  ...seen,
});

/** Bots, prefetches and visitors outside the campaign's targets lead nobody to a shop. */
const canEarn = ({ validity }: ClickRow): boolean =>
  validity === 'valid' || validity === 'duplicate';

/** Without a user agent every script behind an address would be one device. */
const deviceOf = ({ ip, userAgent }: ClickRow): string | null =>
  userAgent.trim() === '' ? null : JSON.stringify([ip, userAgent]);

const addressOf = (key: string | undefined, { ip }: ClickRow): string | null => {
  const line = lineOf(ip);
  return line === null ? null : keyedHash(key, line);
};

/** Devices are looked at only where the campaign wants it. */
async function fingerprintsOf({ settings, config }: Deps, clicks: readonly ClickRow[]) {
  const held = await settings.listAt(
    clicks.map(({ campaignId, occurredAt }) => ({ campaignId, at: new Date(occurredAt) })),
  );
  return clicks.map((click, index) => {
    const device = held[index]?.fingerprintingEnabled === true ? deviceOf(click) : null;
    return device === null ? null : keyedHash(config.ATTRIBUTION_HASH_KEY, device);
  });
}

export const recordTouchpointsConsumer = (deps: Deps) =>
  batchConsumer(clickRecorded, async (events) => {
    const clicks = events.map(({ data }) => data).filter(canEarn);
    const fingerprints = await fingerprintsOf(deps, clicks);
    const rows = clicks.map((click, index) =>
      touchpointOf(click, {
        fingerprint: fingerprints[index] ?? null,
        network: deps.findNetwork(click.ip),
        address: addressOf(deps.config.ATTRIBUTION_HASH_KEY, click),
      }),
    );
    await deps.touchpoints.add(rows);
    await deps.traffic.addClicks(rows.map(({ _id: clickId, ...row }) => ({ ...row, clickId })));
  });
