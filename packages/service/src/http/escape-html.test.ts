import { escapeHtml } from './escape-html.ts';

describe('escapeHtml', () => {
  it('escapes the characters that would end text or a quoted attribute', () => {
    expect(escapeHtml(`<b title="a" lang='en'>&amp;</b>`)).toBe(
      '&lt;b title=&quot;a&quot; lang=&#39;en&#39;&gt;&amp;amp;&lt;/b&gt;',
    );
  });

  it('leaves other text unchanged', () => {
    expect(escapeHtml('10 % für alle ✓')).toBe('10 % für alle ✓');
  });
});
