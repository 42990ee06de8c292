import { type Engines } from '@tributary/engines';
import mongoose from 'mongoose';
import {
  causeEngineFaults,
  engineFault,
  type EngineFault,
  frozen,
  killed,
  WITHOUT_KAFKA,
  WITHOUT_MONGO,
} from './engine-faults.ts';
import { type EngineName, type EngineProcess } from './engine-process.ts';
import { RATES, SETTINGS_UNDER_LOAD } from './load.ts';
import { type Report } from './report.ts';
import { withEngineMembers, withSystem } from './with-own-system.ts';

const MEMBERS = [0, 1, 2] as const;

function memberOf({ members }: Engines, engine: EngineName, index: number): EngineProcess {
  const found = members[engine]?.[index];
  if (found === undefined) throw new Error(`${engine} has no member ${String(index)} here`);
  return found;
}

async function commandTo<T>(
  mongoUrl: string,
  command: Readonly<Record<string, unknown>>,
  answer: (document: mongoose.mongo.Document) => T,
): Promise<T> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  try {
    return answer(await mongo.useDb('admin').db!.command(command));
  } finally {
    await mongo.close();
  }
}

async function primaryOf(engines: Engines): Promise<EngineProcess> {
  const { hosts } = new mongoose.mongo.MongoClient(engines.mongoUrl).options;
  const primary = await commandTo(engines.mongoUrl, { hello: 1 }, ({ primary }) => String(primary));
  return memberOf(engines, 'MongoDB', hosts.map(String).indexOf(primary));
}

const STEP_DOWN_SECONDS = 30;

const steppedDown: Pick<EngineFault, 'begin' | 'end'> = {
  begin: ({ mongoUrl }) =>
    commandTo(mongoUrl, { replSetStepDown: STEP_DOWN_SECONDS, force: true }, () => undefined),
  end: () => undefined,
};

const MEMBER_FAULTS: readonly EngineFault[] = [
  engineFault('R4', 'the primary of three MongoDB members killed', 20, {
    ...killed(primaryOf),
    limits: WITHOUT_MONGO,
  }),
  engineFault('R4', 'the primary steps down', 10, { ...steppedDown, limits: WITHOUT_MONGO }),
  engineFault('R4', 'the primary frozen (SIGSTOP)', 15, {
    ...frozen(primaryOf),
    limits: WITHOUT_MONGO,
  }),
  ...MEMBERS.map((index) =>
    engineFault('R2', `broker ${String(index + 1)} of three killed`, 20, {
      ...killed((engines) => memberOf(engines, 'Kafka', index)),
      limits: WITHOUT_KAFKA,
    }),
  ),
];

/** A member away at a time, where MongoDB and Kafka have three: nobody need wait for it to return. */
export const causeMemberFaults = (share: number): Promise<Report> =>
  withEngineMembers(MEMBERS.length, (engines) => {
    const env = { ...SETTINGS_UNDER_LOAD, KAFKA_REPLICATION_FACTOR: String(MEMBERS.length) };
    const title = 'A member of three MongoDB members and of three brokers away';
    const options = { rates: RATES, share, title, faults: MEMBER_FAULTS };
    return withSystem(engines, env, (system) => causeEngineFaults(system, engines, options));
  });
