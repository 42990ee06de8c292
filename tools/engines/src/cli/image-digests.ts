import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { lastLine, run } from '../command.ts';
import { repositoryRoot } from '../config.ts';
import { EngineError, messageOf } from '../errors.ts';
import { filesWithImages, pinned, type Pins, PINS_FILE, readPins } from '../images/pins.ts';
import { ownImages, released, renderedImages } from '../images/references.ts';
import { digestOf, type Registry, registryAt } from '../images/registry.ts';

const USAGE = `Fixes images by their digests, which it requests from a registry.

  npm run tool -- image-digests [--registry URL]
      looks up the images of deploy/images.json and writes their digests there, into the Dockerfile,
      docker-compose.yml and deploy/overlays/dev. Without --registry at Docker's default registry.
  npm run tool -- image-digests --release registry.example.com/tributary:0.2.0
      writes the digests of the pushed images registry.example.com/tributary/<service>:0.2.0 into
      deploy/overlays/production
  kubectl kustomize deploy/overlays/production | npm run tool -- image-digests --check
      ends with 1 where an image is deployed by anything but its digest

Environment: REGISTRY_USER and REGISTRY_PASSWORD, where the registry is not open to all.
Nothing is written where an image is not found.`;

const PRODUCTION = 'deploy/overlays/production/kustomization.yaml';

const { values } = parseArgs({
  options: {
    registry: { type: 'string' },
    release: { type: 'string' },
    check: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const read = (path: string): string => readFileSync(join(repositoryRoot(), path), 'utf8');
const write = (path: string, content: string): void => {
  writeFileSync(join(repositoryRoot(), path), content);
};

function registryOf(address: string): Registry {
  const { REGISTRY_USER: user, REGISTRY_PASSWORD: password } = process.env;
  return registryAt(address, user === undefined ? undefined : `${user}:${password ?? ''}`);
}

/** The address of the registry that Docker takes for names without one. Throws EngineError. */
async function dockersRegistry(): Promise<string> {
  const { code, output } = await run('docker', ['info', '--format', '{{.IndexServerAddress}}']);
  if (code === 0) return lastLine(output);
  throw new EngineError(`docker info: ${lastLine(output)}`, 'start Docker, or give --registry URL');
}

async function pinOthers(): Promise<void> {
  const registry = registryOf(values.registry ?? (await dockersRegistry()));
  const pins: Record<string, string> = {};
  for (const image of Object.keys(readPins())) {
    pins[image] = await digestOf(registry, image.includes('/') ? image : `library/${image}`);
    print(`${image} ${pins[image]}`);
  }
  savePins(pins);
}

function savePins(pins: Pins): void {
  write(PINS_FILE, `${JSON.stringify(pins, undefined, 2)}\n`);
  for (const file of filesWithImages) write(file, pinned(read(file), pins));
}

async function pinRelease(release: string): Promise<void> {
  const [, host, path, tag] = /^([^/]+)\/([\w./-]+):([\w.-]+)$/.exec(release) ?? [];
  if (host === undefined || path === undefined || tag === undefined) {
    throw new EngineError(`${release} is no registry, path and tag`, 'see --help');
  }
  const registry = registryOf(host);
  const kustomization = read(PRODUCTION);
  const digests = new Map<string, string>();
  for (const name of ownImages(kustomization)) {
    const digest = await digestOf(registry, `${path}/${name.replace('tributary/', '')}:${tag}`);
    digests.set(name, digest);
    print(`${name} ${digest}`);
  }
  write(PRODUCTION, released(kustomization, { repository: `${host}/${path}`, tag, digests }));
}

async function check(): Promise<void> {
  const { all, loose } = renderedImages(await text(process.stdin));
  if (all.length === 0) {
    throw new EngineError('There is no image', 'pipe rendered manifests into it');
  }
  if (loose.length > 0) {
    throw new EngineError(`Not by digest: ${loose.join(', ')}`, 'run image-digests --release');
  }
  print(`${String(all.length)} images by digest`);
}

async function runCommand(): Promise<void> {
  if (values.check === true) return check();
  return values.release === undefined ? pinOthers() : pinRelease(values.release);
}

if (values.help === true) {
  print(USAGE);
} else {
  try {
    await runCommand();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}
