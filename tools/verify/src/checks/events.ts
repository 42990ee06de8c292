import { type Check, type Finding, services, text, type World } from '../world.ts';

async function outboxesAreEmpty(world: World): Promise<Finding> {
  const problems: string[] = [];
  for (const service of services) {
    for (const name of ['outbox', 'outbox_dead', 'parked_events']) {
      const waiting = await world.collection(service, name).countDocuments();
      if (waiting > 0) problems.push(`${service} has ${String(waiting)} rows in ${name}`);
    }
  }
  return { looked: services.length, problems };
}

/** Every row of one collection has its counterpart, by id, in another service. */
function counterpart(
  from: readonly [Parameters<World['collection']>[0], string],
  to: readonly [Parameters<World['collection']>[0], string, string],
) {
  return async (world: World): Promise<Finding> => {
    const [toService, toName, field] = to;
    const there = new Set<string>();
    const known = world.collection(toService, toName).find({}, { projection: { [field]: 1 } });
    for await (const row of known) there.add(text(row[field]));
    let looked = 0;
    const problems: string[] = [];
    const rows = world.collection(...from).find({}, { projection: { _id: 1 } });
    for await (const { _id } of rows) {
      looked += 1;
      if (!there.has(text(_id)))
        problems.push(`${from.join('.')} ${text(_id)} is not in ${toService}.${toName}`);
    }
    return { looked, problems };
  };
}

export const eventChecks: readonly Check[] = [
  { name: 'every fact is published and nothing waits', run: outboxesAreEmpty },
  {
    name: 'every conversion is assessed',
    run: counterpart(['tracking', 'conversions'], ['attribution', 'assessments', '_id']),
  },
  {
    name: 'analytics knows every conversion',
    run: counterpart(['tracking', 'conversions'], ['analytics', 'conversion_facts', '_id']),
  },
  {
    name: 'analytics knows every commission',
    run: counterpart(['commission', 'commissions'], ['analytics', 'commission_facts', '_id']),
  },
  {
    name: 'analytics knows every click',
    run: counterpart(['tracking', 'clicks'], ['analytics', 'clicks', '_id']),
  },
];
