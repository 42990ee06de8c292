import { setImmediate as tick } from 'node:timers/promises';
import { groupedWrites } from './grouped-writes.ts';

it('writes at once what comes alone, and together what comes meanwhile', async () => {
  const groups: (readonly number[])[] = [];
  const done: (() => void)[] = [];
  const record = groupedWrites<number>((group) => {
    groups.push(group);
    return new Promise((resolve) => done.push(resolve));
  });
  const first = record(1);
  await tick();
  const others = [record(2), record(3)];
  expect(groups).toEqual([[1]]);
  done[0]?.();
  await first;
  await tick();
  expect(groups).toEqual([[1], [2, 3]]);
  done[1]?.();
  await Promise.all(others);
});

it('goes on after a write that failed, whose records alone fail', async () => {
  const record = groupedWrites<number>(([one]) =>
    one === 1 ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  await expect(record(1)).rejects.toThrow('away');
  await expect(record(2)).resolves.toBeUndefined();
});
