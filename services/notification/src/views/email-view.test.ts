import { emailTextsFor } from '../domain/templates/email.ts';
import { digestView, emailView } from './email-view.ts';

const frame = {
  name: 'Ann & <b>Bob</b>',
  sites: { publicUrl: 'https://api.example', consoleUrl: 'https://tributary.example' },
  texts: emailTextsFor('en'),
};

describe('emailView', () => {
  it('has the same content as text and as HTML, with markup escaped', () => {
    const content = {
      title: 'You earned $12.00',
      message: 'Order <script>alert("1")</script> in "A & B"',
      actionUrl: '/commissions?a=1&b=2',
      actionLabel: 'See <it>',
    };
    const { subject, text, html } = emailView(content, frame);
    expect(subject).toBe('You earned $12.00');
    expect(text).toContain(content.message);
    expect(text).toContain('See <it>: https://tributary.example/commissions?a=1&b=2');
    expect(html).toContain('Ann &amp; &lt;b&gt;Bob&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(html).toContain('href="https://tributary.example/commissions?a=1&amp;b=2"');
    expect(html).not.toContain('<script>');
  });

  it('writes the subject on one line, so that it cannot start another header', () => {
    const { subject } = emailView({ title: 'Hi\r\nBcc: all@example.com', message: '' }, frame);
    expect(subject).toBe('Hi Bcc: all@example.com');
  });

  it('is in the language of its texts', () => {
    const texts = emailTextsFor('de-AT');
    const { text, html } = emailView(
      { title: 'Hi', message: '' },
      { ...frame, name: 'Ann', texts },
    );
    expect(text).toMatch(/^Guten Tag Ann,/);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain(texts.footer);
  });
});

it('lists all notifications of a digest', () => {
  const contents = [
    { title: 'One', message: 'first' },
    { title: '<Two>', message: 'second', actionUrl: '/x?a=1&b', actionLabel: 'See' },
  ];
  const { subject, text, html } = digestView(contents, frame);
  expect(subject).toBe('Your digest: 2 updates');
  expect(text).toContain('- One: first\n- <Two>: second https://tributary.example/x?a=1&b');
  const link = '<a href="https://tributary.example/x?a=1&amp;b">See</a>';
  expect(html).toContain(`<li><b>&lt;Two&gt;</b>: second ${link}</li>`);
  expect(digestView(contents.slice(1), frame).text).toContain('there was 1 update:');
  expect(digestView(contents, frame, true).text).toContain(
    'these are the first 2 updates since the last digest; the others follow in another e-mail:',
  );
});
