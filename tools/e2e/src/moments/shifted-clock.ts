/**
 * Loaded before a program (`node --import`): its dates are `CLOCK_AHEAD_MS` after those of the machine, and so is the time
 * that MongoDB states. Timers and `performance.now()` stay, as do the servers' own clocks, by which they expire what they hold.
 */
import mongoose from 'mongoose';

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
const MachineDate = Date;
const machineNow = Date.now;
const now = (): number => machineNow() + aheadMs;

// A proxy, so that dates made elsewhere, such as those of files, remain instances of it.
const ShiftedDate: DateConstructor = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(
      target,
      given.length === 0 ? [now()] : given,
      newTarget === ShiftedDate ? target : newTarget,
    ) as Date,
});

MachineDate.now = now;
MachineDate.prototype.constructor = ShiftedDate;
globalThis.Date = ShiftedDate;

const machineOrigin = performance.timeOrigin;
Object.defineProperty(performance, 'timeOrigin', { get: () => machineOrigin + aheadMs });

const { Db } = mongoose.mongo;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the database that it is called on
const { command } = Db.prototype;
Db.prototype.command = async function shifted(...args): Promise<mongoose.mongo.Document> {
  const answer = await command.apply(this, args);
  const { localTime } = answer;
  if (!(localTime instanceof Date)) return answer;
  return { ...answer, localTime: new MachineDate(localTime.getTime() + aheadMs) };
};
