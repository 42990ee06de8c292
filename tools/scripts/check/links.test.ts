import { relativeLinks } from './links.ts';

it('finds relative links, and leaves out anchors, addresses and code', () => {
  const text = [
    'See [one](docs/a.md#part), [two](https://example.com/b.md), [three](#here)',
    '`[four](c.md)`',
    '```',
    '[five](d.md)',
    '```',
    '[six](../e)',
  ].join('\n');
  expect(relativeLinks(text)).toEqual(['docs/a.md', '../e']);
});
