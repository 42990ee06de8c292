import { findDeniedWords, wordsOf } from './denied-words.ts';

describe('denied words', () => {
  it('are found in comments and in parts of identifiers, with their line', () => {
    const text = 'const a = 1;\n/** Whom it ' + 'told. */\nconst is' + 'Asked = HTTP' + 'Lane;';
    expect(findDeniedWords(text).map(({ line, word }) => [line, word])).toEqual([
      [2, 'told'],
      [3, 'asked'],
      [3, 'lane'],
    ]);
  });

  it('are whole words only, so that task and planet pass', () => {
    expect(findDeniedWords('task planet basked storytelling')).toEqual([]);
    expect(wordsOf('retryAfterHTTPError')).toEqual(['retry', 'after', 'http', 'error']);
  });
});
