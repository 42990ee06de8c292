import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What the server is started with. */
export interface Config {
  readonly url: string;
  readonly apiKey: string;
  readonly allowWrites: boolean;
}

export const USAGE = `tributary-mcp [--allow-writes]

  --allow-writes   offer tools that change something too; a person confirms each call

Environment: TRIBUTARY_URL and TRIBUTARY_API_KEY, a key (trk_…) with the scopes that the tools may use.
`;

const environment = z.object({
  TRIBUTARY_URL: z.url({ protocol: /^https?$/ }),
  TRIBUTARY_API_KEY: z
    .string()
    .startsWith('trk_', 'must be an API key: a session could do everything'),
});

/** @throws Error that names what is missing or wrong */
export function readConfig(argv: readonly string[], env: NodeJS.ProcessEnv): Config {
  const { values } = parseArgs({
    args: [...argv],
    options: { 'allow-writes': { type: 'boolean' } },
  });
  const read = environment.safeParse(env);
  if (!read.success)
    throw new Error(
      read.error.issues.map(({ path, message }) => `${path.join()}: ${message}`).join('; '),
    );
  const { TRIBUTARY_URL: url, TRIBUTARY_API_KEY: apiKey } = read.data;
  return { url, apiKey, allowWrites: values['allow-writes'] === true };
}
