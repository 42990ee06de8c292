import { parseArgs } from 'node:util';
import { kafkaAccessOf, kafkaShape } from '@tributary/messaging/access';
import { mongoUrlOf } from '@tributary/mongo/access';
import { z } from 'zod';
import { EngineError, messageOf } from '../errors.ts';
import { type AdminAccess, applyRights } from '../rights/apply-rights.ts';
import { readEngineRights } from '../rights/engine-rights.ts';
import { passwordsIn } from '../rights/passwords.ts';

const USAGE = `Gives the users of Kafka, MongoDB and Redis the rights of deploy/engines, and no others

  npm run tool -- engine-rights --secrets FOLDER

Makes the users of MongoDB and Redis with the passwords of MONGO_URL and REDIS_URL in FOLDER/<service>.env and
FOLDER/operator.env. Users of Kafka must exist. It may be repeated.
Environment, with users that may administer the engines: MONGO_URL, MONGO_TLS_CA, KAFKA_BROKERS, KAFKA_TLS*,
KAFKA_SASL_*, REDIS_URL, REDIS_TLS_CA; NAMESPACE of the system.`;

const { values } = parseArgs({
  options: { secrets: { type: 'string' }, help: { type: 'boolean' } },
});

/** Throws EngineError naming the settings that are missing or wrong. */
function adminAccess(): AdminAccess {
  const shape = { ...kafkaShape, MONGO_URL: z.string().min(1), REDIS_URL: z.string().min(1) };
  const parsed = z.object(shape).safeParse(process.env);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join('.'));
    throw new EngineError(`Missing or wrong: ${names.join(', ')}`, 'set what --help lists');
  }
  return {
    mongoUrl: mongoUrlOf(process.env) ?? '',
    kafka: kafkaAccessOf(parsed.data),
    redisUrl: parsed.data.REDIS_URL,
    redisCaFile: process.env['REDIS_TLS_CA'],
  };
}

async function apply(directory: string): Promise<void> {
  const namespace = process.env['NAMESPACE'] ?? '';
  const rights = readEngineRights(namespace);
  const lines = await applyRights(adminAccess(), rights, passwordsIn(directory, namespace));
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (values.secrets === undefined || values.help === true) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    await apply(values.secrets);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}
