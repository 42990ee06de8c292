import { commandEnvironment, systemDirectory } from '@tributary/engines';
import { mongoUrlOf } from '@tributary/mongo/access';
import { type SystemDataOptions } from './system-data.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Options from the environment, else from the running system; undefined without either. */
export async function systemDataOptions(env: Env): Promise<SystemDataOptions | undefined> {
  const known = await commandEnvironment(systemDirectory(), env);
  const mongoUrl = mongoUrlOf(known);
  if (mongoUrl === undefined) return undefined;
  return { mongoUrl, namespace: known['NAMESPACE'] ?? '', sandboxUrl: known['SANDBOX_URL'] };
}
