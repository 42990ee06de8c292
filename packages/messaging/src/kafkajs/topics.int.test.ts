import { createWorld, testTopics } from '../testing/world.ts';

it('creates topics once, with a leader for each partition, however many callers there are', async () => {
  const world = await createWorld(process.env);
  const names = [...testTopics, 'payout.payouts'];
  await Promise.all([1, 2, 3, 4].map(() => world.openBus().createTopics(names)));
  for (const name of names) expect(await world.read(name)).toEqual([]);
  expect(await world.read('payout.payouts.dead')).toEqual([]);
  await world.close();
});
