/** The relative links of a Markdown text, without anchors; code is left out. */
export function relativeLinks(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}
