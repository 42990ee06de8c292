import { clickHouseAddress, clickHouseOf } from './client.ts';
import { batchToken } from './figure-writer.ts';

describe('the address of ClickHouse', () => {
  it('has user, password and database, and TLS where the URL states it', () => {
    expect(
      clickHouseAddress('clickhouse://an%40user:p%2Fw@ch.example.com/figures?tls=true'),
    ).toEqual({
      url: 'https://ch.example.com:8443',
      username: 'an@user',
      password: 'p/w',
      database: 'figures',
    });
    expect(clickHouseAddress('clickhouse://ch:9123')).toEqual({
      url: 'http://ch:9123',
      username: 'default',
      password: '',
      database: 'tributary_analytics',
    });
  });
});

describe('a statement', () => {
  const failing = (error: Error) =>
    clickHouseOf({ command: () => Promise.reject(error) } as never).run('SELECT 1');

  it.each([
    [
      'cannot be reached',
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    ],
    [
      'is overloaded',
      Object.assign(new Error('Too many parts'), { code: '252', type: 'TOO_MANY_PARTS' }),
    ],
  ])('is unavailable where the server %s', async (_case, error) => {
    await expect(failing(error)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('fails by its own error where it is wrong', async () => {
    const wrong = Object.assign(new Error('Unknown'), { code: '47', type: 'UNKNOWN_IDENTIFIER' });
    await expect(failing(wrong)).rejects.toBe(wrong);
  });
});

describe('the token of a batch', () => {
  const event = (partition: number, offset: number) => ({
    id: String(offset),
    position: { topic: 'clicks', partition, offset: String(offset) },
    data: { counts: [] },
  });

  it('names topic, partition and every offset, in any order', () => {
    expect(batchToken([event(1, 9), event(1, 7), event(1, 8), event(1, 11)])).toBe(
      'clicks/1/7-9,11-11',
    );
    expect(batchToken([event(1, 7), event(2, 7)])).toBe('clicks/1/7-7,clicks/2/7-7');
  });

  it('is missing where an event is from no topic', () => {
    expect(batchToken([event(1, 7), { id: 'a', data: { counts: [] } }])).toBeUndefined();
  });
});
