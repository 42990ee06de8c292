import { type ServiceId, serviceIds } from '@tributary/catalog';
import { newKeyPair } from '@tributary/service-tokens';
import { newSecrets } from './new-secrets.ts';

/** Texts of environment files by the name of each, which for a service's own file is `<service>.env`. */
export type EnvironmentFiles = ReadonlyMap<string, string>;

export interface FilledFiles {
  readonly files: EnvironmentFiles;
  /** Settings that the operator has to replace, as `file: NAME`. */
  readonly open: readonly string[];
}

const GENERATED = 'replace-me-generated';
const PLACEHOLDER = 'replace-me';
const PRIVATE_KEY = 'SERVICE_PRIVATE_KEY';
const PUBLIC_KEYS = 'SERVICE_PUBLIC_KEYS';

interface Line {
  readonly file: string;
  readonly name: string;
  readonly value: string;
}

const SETTING = /^([A-Z][A-Z0-9_]*)=(.*)$/;

function linesOf(files: EnvironmentFiles): Line[] {
  return [...files].flatMap(([file, text]) =>
    text.split('\n').flatMap((line) => {
      const [, name, value] = SETTING.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [{ file, name, value }];
    }),
  );
}

const isPlaceholder = (value: string): boolean => value.startsWith(PLACEHOLDER);

/** The service of a private key: its file's, or the prefix of its name where one file has those of all. */
function keyOwner({ file, name }: Line): ServiceId | undefined {
  if (!name.endsWith(PRIVATE_KEY)) return undefined;
  const owner =
    name === PRIVATE_KEY
      ? file.replace(/\.env$/, '')
      : name.slice(0, -PRIVATE_KEY.length - 1).toLowerCase();
  return serviceIds.find((service) => service === owner);
}

const placeOf = ({ file, name }: Pick<Line, 'file' | 'name'>): string => `${file} ${name}`;

/** Values for settings that are to be generated, by their place; public keys are added to those that are present. */
function generate(
  lines: readonly Line[],
  present: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const missing = lines.filter((line) => !present.has(placeOf(line)));
  const pairs = missing.flatMap((line) => {
    const service = keyOwner(line);
    return service === undefined ? [] : [{ line, service, ...newKeyPair() }];
  });
  const others = missing.filter((line) => keyOwner(line) === undefined);
  const secrets = newSecrets(new Set(others.map(({ name }) => name)));
  const values = new Map([
    ...others.map((line) => [placeOf(line), secrets[line.name] ?? ''] as const),
    ...pairs.map(({ line, privateKey }) => [placeOf(line), privateKey] as const),
  ]);
  const added = pairs.map(({ service, publicKey }) => `${service}:${publicKey}`);
  for (const line of lines.filter(({ name }) => name === PUBLIC_KEYS)) {
    const known = present.get(placeOf(line));
    values.set(placeOf(line), [...(known === undefined ? [] : [known]), ...added].join(','));
  }
  return values;
}

/** A file, or its example where there is none, with its placeholders replaced and settings of the example added. */
function completed(
  file: string,
  texts: { readonly example: string; readonly existing: string | undefined },
  values: ReadonlyMap<string, string>,
): string {
  const replaced = (text: string): string =>
    text
      .split('\n')
      .map((line) => {
        const [, name = ''] = SETTING.exec(line) ?? [];
        const value = values.get(placeOf({ file, name }));
        return value === undefined ? line : `${name}=${value}`;
      })
      .join('\n');
  const { example, existing } = texts;
  if (existing === undefined) return replaced(example);
  const names = new Set(linesOf(new Map([[file, existing]])).map(({ name }) => name));
  const added = linesOf(new Map([[file, example]])).filter(({ name }) => !names.has(name));
  const lines = added.map(({ name, value }) => `${name}=${value}\n`);
  return replaced(`${existing.replace(/\n?$/, '\n')}${lines.join('')}`);
}

/**
 * Completes environment files from their examples: a setting that a file has stays as it is, a placeholder to be
 * generated gets a random value, and the public keys of new private ones are added to those of all.
 */
export function fillExamples(examples: EnvironmentFiles, existing: EnvironmentFiles): FilledFiles {
  const present = new Map(
    linesOf(existing)
      .filter(({ value }) => value !== '' && !isPlaceholder(value))
      .map((line) => [placeOf(line), line.value]),
  );
  const values = generate(
    linesOf(examples).filter(({ value }) => value === GENERATED),
    present,
  );
  const files = new Map(
    [...examples].map(([file, example]) => [
      file,
      completed(file, { example, existing: existing.get(file) }, values),
    ]),
  );
  const open = linesOf(files)
    .filter(({ value }) => isPlaceholder(value))
    .map(({ file, name }) => `${file}: ${name}`);
  return { files, open };
}
