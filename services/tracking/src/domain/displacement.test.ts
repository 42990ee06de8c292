import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { decideDisplacement } from './displacement.ts';

const NOW = new Date('2026-05-01T12:00:00Z');

describe('decideDisplacement', () => {
  it('frees the order, and publishes a rejection that judges nobody', () => {
    const pixel = aStoredConversion({ source: 'pixel', orderId: 'o1', transactionId: 't1' });
    const { displaced, event } = decideDisplacement(pixel, NOW);
    expect(displaced).toMatchObject({
      status: 'rejected',
      orderId: `pixel:${pixel.id}`,
      transactionId: null,
    });
    expect(event).toMatchObject({ type: 'conversion.rejected.v1', data: { superseded: true } });
  });

  it('publishes nothing for one that the brand had rejected', () => {
    const rejected = aStoredConversion({ source: 'pixel', status: 'rejected' });
    expect(decideDisplacement(rejected, NOW).event).toBeUndefined();
  });
});
