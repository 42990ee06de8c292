import { type Check, type Finding, services, text, type SystemData } from '../system-data.ts';

async function outboxesAreEmpty(systemData: SystemData): Promise<Finding> {
  const problems: string[] = [];
  for (const service of services) {
    for (const name of ['outbox', 'outbox_dead', 'parked_events']) {
      const waiting = await systemData.collection(service, name).countDocuments();
      if (waiting > 0) problems.push(`${service} has ${String(waiting)} rows in ${name}`);
    }
  }
  return { checked: services.length, problems };
}

/** Checks that another service has a row with the id of every row of a collection. */
function counterpart(
  from: readonly [Parameters<SystemData['collection']>[0], string],
  to: readonly [Parameters<SystemData['collection']>[0], string, string],
) {
  return async (systemData: SystemData): Promise<Finding> => {
    const [toService, toName, field] = to;
    const there = new Set<string>();
    // What is only awaited is not there.
    const known = systemData
      .collection(toService, toName)
      .find({ awaited: { $exists: false } }, { projection: { [field]: 1 } });
    for await (const row of known) there.add(text(row[field]));
    let checked = 0;
    const problems: string[] = [];
    const rows = systemData.collection(...from).find({}, { projection: { _id: 1 } });
    for await (const { _id } of rows) {
      checked += 1;
      if (!there.has(text(_id)))
        problems.push(`${from.join('.')} ${text(_id)} is not in ${toService}.${toName}`);
    }
    return { checked, problems };
  };
}

export const eventChecks: readonly Check[] = [
  { name: 'every event is published and none waits', run: outboxesAreEmpty },
  {
    name: 'every conversion is assessed',
    run: counterpart(['tracking', 'conversions'], ['attribution', 'assessments', '_id']),
  },
  {
    name: 'analytics has every conversion',
    run: counterpart(['tracking', 'conversions'], ['analytics', 'conversion_facts', '_id']),
  },
  {
    name: 'analytics has every commission',
    run: counterpart(['commission', 'commissions'], ['analytics', 'commission_facts', '_id']),
  },
];
