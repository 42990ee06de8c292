/** Stored names that a migration would have to change, by the folder that may write them. */
const STORED_NAMES: Readonly<Record<string, readonly string[]>> = {
  'docs/personal-data.md': ['lanes'],
  'services/analytics/src/store/': ['told'],
  'services/webhook/src/store/': ['lanes', 'pokes'],
};

/** Whether a denied word is the name of a stored field or collection in this file. */
export const isStoredName = (path: string, word: string): boolean =>
  Object.entries(STORED_NAMES).some(
    ([folder, words]) => path.startsWith(folder) && words.includes(word),
  );
