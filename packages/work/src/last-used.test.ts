import { setTimeout as pause } from 'node:timers/promises';
import { keepLastUsed } from './last-used.ts';

describe('keepLastUsed', () => {
  it('displaces the entry that was used least recently', () => {
    const cache = keepLastUsed<number>({ max: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c']);
  });

  it('never holds more than its bound, also when entries are replaced', () => {
    const cache = keepLastUsed<number>({ max: 100 });
    for (let at = 0; at < 1_000; at += 1) cache.set(String(at % 150), at);
    expect(cache.size).toBe(100);
  });

  it('forgets an entry after its time', async () => {
    const cache = keepLastUsed<string>({ max: 2, ttl: 50 });
    cache.set('a', 'x');
    expect(cache.get('a')).toBe('x');
    while (cache.has('a')) await pause(1);
    expect(cache.get('a')).toBeUndefined();
  });
});
