import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceIds } from '@tributary/catalog';
import { repositoryRoot } from '../config.ts';
import { filesWithImages, pinned, readPins } from './pins.ts';
import { ownImages, released, renderedImages } from './references.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot(), path), 'utf8');
const PRODUCTION = read('deploy/overlays/production/kustomization.yaml');
const pins = readPins();
const CONTAINERS = 'tools/engines/src/containers.ts';

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;
const service = (image: string): string => image.replace('tributary/', '');

describe('images of others', () => {
  it.each(filesWithImages)('have in %s the digests of deploy/images.json', (file) => {
    expect(pinned(read(file), pins)).toBe(read(file));
  });

  it('are all in deploy/images.json, and nothing else is', () => {
    const manifests = globSync('deploy/**/*.yaml', { cwd: repositoryRoot() });
    const used = [...filesWithImages, CONTAINERS, ...manifests]
      .flatMap((file) => [
        ...read(file).matchAll(/^(?: *image: |FROM |# syntax=|const \w+_IMAGE = ')([^\s']+)/gm),
      ])
      .map(([, image = '']) => image.replace(/@.*/, ''))
      .filter((image) => !image.startsWith('tributary/'));
    expect(new Set(used)).toEqual(new Set(Object.keys(pins)));
  });

  it('get a digest, another one, and lose it, by their whole names alone', () => {
    const text = "FROM redis:7 AS a\nimage: 'redis:7'\nredis:7.2 my/redis:7 redis://redis:7379";
    const first = pinned(text, { 'redis:7': digest('1') });
    expect(first.match(/@sha256:1{64}/g)).toHaveLength(2);
    expect(first).toContain(`FROM redis:7@${digest('1')} AS a`);
    expect(first).toContain('redis:7.2 my/redis:7 redis://redis:7379');
    const second = pinned(first, { 'redis:7': digest('2') });
    expect(second).toBe(first.replaceAll(digest('1'), digest('2')));
    expect(pinned(second, { 'redis:7': null })).toBe(text);
  });
});

describe("Tributary's own images in production", () => {
  const release = {
    repository: 'registry.example.com/tributary',
    tag: '0.2.0',
    digests: new Map(
      serviceIds.map((id, index) => [`tributary/${id}`, digest(String(index % 10))]),
    ),
  };

  it('are those of all services, and no tag deploys one', () => {
    expect(new Set(ownImages(PRODUCTION).map(service))).toEqual(new Set(serviceIds));
    expect(PRODUCTION).not.toContain('newTag');
    expect(PRODUCTION.match(/^ {4}digest: /gm)).toHaveLength(serviceIds.length);
  });

  it('are deployed from the registry by the digests of a release, and of the next one', () => {
    const first = released(PRODUCTION, release);
    expect(first).toContain(
      `  - name: tributary/gateway\n    newName: registry.example.com/tributary/gateway\n    digest: ${release.digests.get('tributary/gateway') ?? ''} # 0.2.0\n`,
    );
    expect(first.match(/digest: sha256:\d{64} # 0\.2\.0$/gm)).toHaveLength(serviceIds.length);
    const next = released(first, { ...release, tag: '0.3.0' });
    expect(next).toBe(first.replaceAll('0.2.0', '0.3.0'));
    expect(ownImages(next)).toEqual(ownImages(PRODUCTION));
  });

  it('are found where rendered manifests deploy them by tag, without one or before a release', () => {
    const containers = (image: string): string =>
      `spec: { template: { spec: { containers: [{ image: '${image}' }] } } }\n`;
    const fixed = `registry.example.com/tributary/gateway@${digest('1')}`;
    const loose = ['a:0.1.0', 'b', 'c@sha256:written-by-release', `d@${digest('1')}0`];
    const init = `spec: { initContainers: [{ image: e:1 }] }\n`;
    const manifests = [...[fixed, ...loose].map(containers), init].join('---\n');
    expect(renderedImages(manifests)).toEqual({
      all: [fixed, ...loose, 'e:1'],
      loose: [...loose, 'e:1'],
    });
    expect(renderedImages('')).toEqual({ all: [], loose: [] });
  });
});
