import { conversionApproved } from '@tributary/contracts';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { bot } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

describe('the verdict before a payout', () => {
  let running: RunningAttribution;
  beforeAll(async () => {
    running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
  });
  afterAll(() => running.close());

  const aSuspiciousOrder = async () => {
    const approved = anApprovedConversion(bot);
    await running.assess([approved]);
    return approved;
  };
  const isHeld = async (conversionId: string, ...approvedAt: string[]) =>
    (await running.judgeAgain([conversionId], approvedAt))[0]?.isHeld;

  it('does not hold what the brand approved, before the event of the approval has arrived', async () => {
    const { conversionId, reviewedAt } = await aSuspiciousOrder();
    expect(await isHeld(conversionId, reviewedAt)).toBe(false);
  });

  it('holds no longer what the brand approved since', async () => {
    const approved = await aSuspiciousOrder();
    const { conversionId } = approved;
    expect(await isHeld(conversionId)).toBe(true);
    const reviewedAt = new Date(Date.now() + 1).toISOString();
    await running.probe.publish(conversionApproved({ ...approved, reviewedAt }));
    await eventually(async () => (await isHeld(conversionId)) === false);
  });

  it('refuses a time that cannot be read', async () => {
    const { conversionId } = await aSuspiciousOrder();
    await expect(isHeld(conversionId, 'yesterday')).rejects.toMatchObject({
      code: 'malformed_approval',
    });
  });
});
