import sanitize from 'sanitize-html';

/** Elements that run code, load documents that may, or change the page. */
const ACTIVE_TAGS = new Set([
  'script',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'base',
  'meta',
  'link',
  'form',
  'template',
  'portal',
  'foreignobject',
  'animate',
  'set',
]);
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'background',
  'poster',
  'srcset',
]);
/** Characters that browsers ignore in a scheme's name. */
// eslint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020\u200b]/g;
const ACTIVE_SCHEME = /^(javascript|vbscript|data):/i;
const ACTIVE_STYLE = /expression\s*\(|javascript:|-moz-binding|behavior\s*:|@import/i;

const MAX_NAMED = 10;

function isActiveAttribute(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'srcdoc') return true;
  if (name === 'style') return ACTIVE_STYLE.test(value);
  return URL_ATTRIBUTES.has(name) && ACTIVE_SCHEME.test(value.replace(IGNORED, ''));
}

const ALLOWED_TAGS = [
  'a',
  'abbr',
  'b',
  'blockquote',
  'br',
  'center',
  'cite',
  'code',
  'div',
  'em',
  'figcaption',
  'figure',
  'font',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'i',
  'img',
  'li',
  'main',
  'mark',
  'ol',
  'p',
  'picture',
  'pre',
  'q',
  's',
  'section',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'time',
  'tr',
  'u',
  'ul',
];

const common = [
  'class',
  'dir',
  'height',
  'id',
  'lang',
  'role',
  'style',
  'title',
  'width',
  'align',
  'valign',
  'bgcolor',
  'border',
  'color',
];

const options: sanitize.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    '*': [...common, 'aria-*'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'loading'],
    source: ['srcset', 'media', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: true,
  // A page that the snippet opens must not access the page that embeds the snippet.
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener nofollow sponsored' }) },
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
};

/**
 * HTML with only the elements and attributes that display content, and the names of the active content
 * in the original. The result is served in a sandbox nevertheless.
 */
export function sanitizeHtml(html: string): { html: string; active: readonly string[] } {
  const active = new Set<string>();
  const report = (name: string): void => {
    if (active.size < MAX_NAMED) active.add(name);
  };
  const clean = sanitize(html, {
    ...options,
    onOpenTag: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (ACTIVE_TAGS.has(name.toLowerCase())) report(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (isActiveAttribute(attribute.toLowerCase(), value)) report(`${name} ${attribute}`);
      }
    },
  });
  return { html: clean, active: [...active] };
}
