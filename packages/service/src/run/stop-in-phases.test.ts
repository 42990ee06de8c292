import { setTimeout as pause } from 'node:timers/promises';
import { stopInPhases } from './stop-in-phases.ts';

it('runs each phase after the one before, and measures it', async () => {
  const ended: string[] = [];
  const took = await stopInPhases({
    calls: async () => {
      await pause(20);
      ended.push('calls');
    },
    engines: () => void ended.push('engines'),
  });
  expect(ended).toEqual(['calls', 'engines']);
  expect(Object.keys(took)).toEqual(['calls', 'engines']);
  expect(took['calls']).toBeGreaterThanOrEqual(19);
});
