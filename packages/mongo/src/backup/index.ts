export { digestsOf, openWriter, readCollections, readDocuments, writeCollection } from './files.ts';
export { openRefill } from './refill.ts';
export { openSnapshot } from './snapshot.ts';
