import { parseAllDocuments } from 'yaml';
import { DIGEST } from './pins.ts';

const OWN_IMAGE = /^ {2}- name: (tributary\/\w+)\n(?: {4}.*\n)+/gm;

/** The names of Tributary's own images in an overlay's kustomization. */
export const ownImages = (kustomization: string): readonly string[] =>
  [...kustomization.matchAll(OWN_IMAGE)].map(([, name = '']) => name);

/** The kustomization with each own image at `repository`, by its digest alone; `tag` is there for readers. */
export function released(
  kustomization: string,
  release: {
    readonly repository: string;
    readonly tag: string;
    readonly digests: ReadonlyMap<string, string>;
  },
): string {
  const { repository, tag, digests } = release;
  return kustomization.replaceAll(OWN_IMAGE, (block, name: string) => {
    const digest = digests.get(name);
    if (digest === undefined) return block;
    const newName = `${repository}/${name.replace('tributary/', '')}`;
    return `  - name: ${name}\n    newName: ${newName}\n    digest: ${digest} # ${tag}\n`;
  });
}

function imagesWithin(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'image' in value && typeof value.image === 'string' ? [value.image] : [];
  const parts: readonly unknown[] = Object.values(value);
  return [...own, ...parts.flatMap(imagesWithin)];
}

const BY_DIGEST = new RegExp(`@${DIGEST}$`);

/** The images of rendered manifests, and those of them that are not fixed by a digest. */
export function renderedImages(manifests: string): {
  readonly all: readonly string[];
  readonly loose: readonly string[];
} {
  const documents = parseAllDocuments(manifests).map((one) => one.toJS() as unknown);
  const all = [...new Set(documents.flatMap(imagesWithin))];
  return { all, loose: all.filter((image) => !BY_DIGEST.test(image)) };
}
