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

  it.each(['rejected', 'reversed'] as const)('publishes nothing for one that was %s', (status) => {
    const known = aStoredConversion({ source: 'pixel', status });
    const { displaced, event } = decideDisplacement(known, NOW);
    expect(displaced).toMatchObject({ status, orderId: `pixel:${known.id}` });
    expect(event).toBeUndefined();
  });
});
