import { consoleSources, hardCodedTextsIn, readCatalogue, textsIn } from './console-texts.ts';

it('finds the texts of t(), and those that are in one language alone', () => {
  const source = `<p title="Old" className="big">Hello {t('There')} <b>{'Ctrl'}</b></p>`;
  expect(textsIn('a.tsx', source)).toEqual(['There']);
  expect(hardCodedTextsIn('a.tsx', source)).toEqual(['a.tsx: Old', 'a.tsx: Hello']);
  expect(() => textsIn('a.tsx', 't(name)')).toThrow('needs its text written out');
});

it('no page of the console has a text that cannot be translated', () => {
  const found = [...consoleSources()].flatMap(([path, text]) => hardCodedTextsIn(path, text));
  expect(found).toEqual([]);
});

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).toSorted();

it.each(['de', 'es'])(
  'every text of the console is translated into %s, with its values',
  (language) => {
    const entries = Object.entries(readCatalogue(language));
    expect(entries.length).toBeGreaterThan(100);
    const wrong = entries.filter(
      ([name, text]) => text === '' || placeholders(name).join() !== placeholders(text).join(),
    );
    expect(wrong).toEqual([]);
  },
);
