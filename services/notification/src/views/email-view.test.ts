import { digestOf, emailOf } from './email-view.ts';
import { emailWords } from '../domain/templates/email-words.ts';

const addressee = {
  name: 'Ann & <b>Bob</b>',
  publicUrl: 'https://tributary.example',
  words: emailWords,
};

describe('emailOf', () => {
  it('says the same as text and as HTML, with nothing of it taken for markup', () => {
    const content = {
      title: 'You earned 12.00 USD',
      message: 'Order <script>alert("1")</script> in "A & B"',
      actionUrl: '/commissions?a=1&b=2',
      actionLabel: 'See <it>',
    };
    const { subject, text, html } = emailOf(content, addressee);
    expect(subject).toBe('You earned 12.00 USD');
    expect(text).toContain(content.message);
    expect(text).toContain('See <it>: https://tributary.example/commissions?a=1&b=2');
    expect(html).toContain('Ann &amp; &lt;b&gt;Bob&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(html).toContain('href="https://tributary.example/commissions?a=1&amp;b=2"');
    expect(html).not.toContain('<script>');
  });

  it('keeps a subject on one line, so that it cannot begin another header', () => {
    const { subject } = emailOf({ title: 'Hi\r\nBcc: all@example.com', message: '' }, addressee);
    expect(subject).toBe('Hi Bcc: all@example.com');
  });
});

it('names everything that a digest holds', () => {
  const contents = [
    { title: 'One', message: 'first' },
    { title: '<Two>', message: 'second', actionUrl: '/x?a=1&b', actionLabel: 'See' },
  ];
  const { subject, text, html } = digestOf(contents, addressee);
  expect(subject).toBe('Your digest: 2 updates');
  expect(text).toContain('- One: first\n- <Two>: second https://tributary.example/x?a=1&b');
  const link = '<a href="https://tributary.example/x?a=1&amp;b">See</a>';
  expect(html).toContain(`<li><b>&lt;Two&gt;</b>: second ${link}</li>`);
  expect(digestOf(contents.slice(1), addressee).text).toContain('there was 1 update:');
  expect(digestOf(contents, addressee, true).text).toContain(
    'these are the first 2 updates since the last digest; the others follow in another e-mail:',
  );
});
