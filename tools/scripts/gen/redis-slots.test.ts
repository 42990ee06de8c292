import { serviceIds } from '@tributary/catalog';
import { sourcesOf } from './redis-keys.ts';

/** Commands of several keys, which a Redis Cluster takes for keys of one slot alone. */
const SEVERAL_KEYS = /\bredis\s*\.(eval|evalsha|mget|mset|pfcount|pfmerge|sunion|sinter|rename)\(/;
const BY_SLOT = /\b(slotTag|runBySlot)\(/;

describe('on a Redis Cluster', () => {
  it.each(serviceIds)('the scripts of %s name keys of one slot', (service) => {
    const sources = sourcesOf(service).filter((text) => SEVERAL_KEYS.test(text));
    expect(sources.filter((text) => !BY_SLOT.test(text))).toEqual([]);
  });

  it.each(serviceIds)('%s leaves it to `sendTogether` to send commands of many keys', (service) => {
    expect(sourcesOf(service).filter((text) => text.includes('.pipeline('))).toEqual([]);
  });
});
