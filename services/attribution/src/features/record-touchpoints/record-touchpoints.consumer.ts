import { clickRecorded, type ClickRow, opensPage } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { linePrefixOf } from '@tributary/networks/addresses';
import { type Deps } from '../../deps.ts';
import { canEarn } from '../../domain/click.ts';
import { type TouchpointDocument } from '../../store/collections.ts';

const touchpointOf = (
  click: ClickRow,
  derived: Pick<TouchpointDocument, 'fingerprint' | 'network' | 'address'>,
): TouchpointDocument => ({
  _id: click.clickId,
  visitorId: click.visitorId,
  campaignId: click.campaignId,
  affiliateId: click.affiliateId,
  linkId: click.linkId,
  occurredAt: new Date(click.occurredAt),
  device: click.device,
  country: click.country,
  navigated: opensPage(click),
  ...derived,
});

/** Null without a user agent: all scripts behind one address would be one device. */
const deviceOf = ({ ip, userAgent }: ClickRow): string | null =>
  userAgent.trim() === '' ? null : JSON.stringify([ip, userAgent]);

/** Fingerprints of clicks, only where the campaign enabled them. */
async function fingerprintsOf(
  { settings, hashes }: Pick<Deps, 'settings' | 'hashes'>,
  clicks: readonly ClickRow[],
): Promise<(string | null)[]> {
  const found = await settings.listAt(
    clicks.map(({ campaignId, occurredAt }) => ({ campaignId, at: new Date(occurredAt) })),
  );
  return clicks.map((click, index) => {
    const device = found[index]?.fingerprintingEnabled === true ? deviceOf(click) : null;
    return device === null ? null : hashes.hash(device);
  });
}

export const recordTouchpointsConsumer = (deps: Deps) =>
  batchConsumer(clickRecorded, async (events) => {
    const { findNetwork, hashes, touchpoints, traffic } = deps;
    const clicks = events.map(({ data }) => data).filter(canEarn);
    const fingerprints = await fingerprintsOf(deps, clicks);
    const rows = clicks.map((click, index) => {
      const prefix = linePrefixOf(click.ip);
      return touchpointOf(click, {
        fingerprint: fingerprints[index] ?? null,
        network: findNetwork(click.ip),
        address: prefix === null ? null : hashes.hash(prefix),
      });
    });
    await touchpoints.add(rows);
    await traffic.addClicks(rows.map(({ _id: clickId, ...row }) => ({ ...row, clickId })));
  });
