import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceId } from '@tributary/service/catalog';
import { type Answer } from '../client.ts';
import { type TestSystem } from '../system.ts';

/** Work of so many pieces, done by so many at once. */
export interface Load {
  readonly pieces: number;
  readonly atOnce: number;
  readonly doPiece: (piece: number) => Promise<void>;
}

export interface KillReport {
  readonly kills: number;
  readonly seconds: number;
}

/** Does every load at once while `service` is killed again and again, evenly over the work. */
export async function underKills(
  system: TestSystem,
  { service, kills }: { readonly service: ServiceId; readonly kills: number },
  loads: readonly Load[],
): Promise<KillReport> {
  const total = loads.reduce((sum, { pieces }) => sum + pieces, 0);
  const started = performance.now();
  let done = 0;
  let killed = 0;
  const workers = loads.flatMap(({ pieces, atOnce, doPiece }) => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < pieces) {
        const piece = next;
        next += 1;
        await doPiece(piece);
        done += 1;
      }
    };
    return Array.from({ length: atOnce }, work);
  });
  const killAll = async (): Promise<void> => {
    while (killed < kills) {
      // The next one when its share of the work is done and the process is there again.
      const isTime = done >= ((killed + 1) * total) / (kills + 1);
      if (isTime && (await system.isReady(service))) {
        system.kill(service);
        killed += 1;
      } else if (done === total) return;
      await pause(20);
    }
  };
  await Promise.all([...workers, killAll()]);
  return { kills: killed, seconds: (performance.now() - started) / 1_000 };
}

const PERSIST_MS = 180_000;

/** Repeats a call while the system says that it is away; counts how often it did. */
export async function persist(
  call: () => Promise<Answer>,
  tally: { refused: number },
): Promise<Answer> {
  const until = performance.now() + PERSIST_MS;
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    tally.refused += 1;
    if (performance.now() > until) throw new Error('The system did not come back');
    await pause(100);
  }
}
