import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FakeApi, openFakeApi, SIGNING_SECRET } from './fake-api.ts';

const SDK = pathToFileURL(join(import.meta.dirname, '../index.ts')).href;

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Samples {
  readonly api: FakeApi;
  /**
   * Runs a sample, with its settings in the environment, and returns what it exports.
   * @param modules where other packages than the SDK are, by name
   */
  load<Exports>(sample: string, modules?: Readonly<Record<string, string>>): Promise<Exports>;
  close(): Promise<void>;
}

/**
 * Opens an API for the samples of the documentation.
 * @param env of this process, which gets their settings
 */
export async function openSamples(env: NodeJS.ProcessEnv): Promise<Samples> {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-samples-'));
  const api = await openFakeApi();
  const settings = {
    TRIBUTARY_URL: api.baseUrl,
    TRIBUTARY_API_KEY: 'trk_test',
    TRIBUTARY_SIGNING_SECRET: SIGNING_SECRET,
    TRIBUTARY_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  Object.assign(env, settings);
  for (const method of ['log', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockReturnValue(undefined);
  let count = 0;
  return {
    api,
    load: async <Exports>(sample: string, modules: Readonly<Record<string, string>> = {}) => {
      const text = Object.entries({ ...modules, '@tributary/sdk': SDK }).reduce(
        (written, [name, url]) => written.replaceAll(`'${name}'`, JSON.stringify(url)),
        sample,
      );
      const file = join(directory, `sample-${(count += 1)}.mts`);
      writeFileSync(file, text);
      return (await import(pathToFileURL(file).href)) as Exports;
    },
    close: async () => {
      jest.restoreAllMocks();
      for (const name of Object.keys(settings)) Reflect.deleteProperty(env, name);
      rmSync(directory, { recursive: true });
      await api.close();
    },
  };
}
