import { type Deps } from '../../deps.ts';
import { type Subject } from '../../domain/milestone.ts';
import { publishMilestones } from './publish-milestones.ts';

it('leaves the checks that are not begun when the process stops, as the schedule finds them', async () => {
  const subjects = Array.from({ length: 200 }, (_, index): Subject => ({
    kind: 'clicks',
    id: String(index),
    currency: null,
  }));
  const stopping = new AbortController();
  let checked = 0;
  const totalOf = () => {
    checked += 1;
    stopping.abort();
    return Promise.resolve(undefined);
  };
  const deps = {
    clock: { now: () => new Date() },
    progress: { takeDue: () => subjects },
    totals: { totalOf },
  } as unknown as Deps;
  expect(await publishMilestones(deps)(stopping.signal)).toBe(false);
  expect(checked).toBe(1);
});
