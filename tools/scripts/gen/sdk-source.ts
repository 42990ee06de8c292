import { type Json } from '../../../services/gateway/src/features/get-api-document/json.ts';
import { nameOf, objectAt, type SdkOperation } from './sdk-operations.ts';

/** The tracking calls that the SDK signs, and the amount in the signed text. */
const SIGNED: Readonly<Record<string, string>> = {
  adjustConversion: "'adjustment_amount'",
  trackCall: 'never',
  trackConversion: "'order_value'",
  trackMessage: 'never',
  trackPostback: "'order_value'",
  trackPostbackByUrl: "'order_value'",
};

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The parameters of a method as TypeScript writes them. */
function parametersOf({ operationId, path, body, query }: SdkOperation): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => `${camelCase(name)}: string`,
  );
  const input = body ?? query;
  if (input === undefined) return [...inPath, 'options?: CallOptions'];
  const amount = SIGNED[operationId];
  const type = amount === undefined ? input.type : `Signed<${input.type}, ${amount}>`;
  const form = body?.isForm === true ? 'FormData' : type;
  const name = body === undefined ? 'query' : 'body';
  return [...inPath, `${name}${input.isRequired ? '' : '?'}: ${form}`, 'options?: CallOptions'];
}

/** The SDK never requests a session cookie. */
const TOKENS_ONLY: Readonly<Record<string, string>> = {
  "Schemas['OpenedSession']": "Schemas['TokenSession']",
};

function resultOf({ answer: documented, list }: SdkOperation): string {
  if (documented === undefined) return 'Promise<Response>';
  const answer = TOKENS_ONLY[documented] ?? documented;
  if (list === undefined) return `Promise<${answer}>`;
  if (list.items === '') return `List<${answer}, ${answer.replace(/\[\]$/, '')}>`;
  const path = list.items.split('.').map((name) => `['${name}']`);
  return `List<${answer}, ${answer}${path.join('')}[number]>`;
}

const signatureOf = (operation: SdkOperation, arrow: ':' | ' =>'): string =>
  `(${parametersOf(operation).join(', ')})${arrow} ${resultOf(operation)}`;

const byGroup = (operations: readonly SdkOperation[]): [string, readonly SdkOperation[]][] =>
  Object.entries(Object.groupBy(operations, ({ group }) => group)).map(([group, own = []]) => [
    group,
    own,
  ]);

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function groupType(group: string, operations: readonly SdkOperation[]): string {
  const methods = operations.map(
    (operation) =>
      `  /** ${operation.summary}. \`${operation.verb} ${operation.path}\` */\n  readonly ${operation.method}: ${signatureOf(operation, ' =>')};`,
  );
  return `export interface ${upperFirst(group)} {\n${methods.join('\n')}\n}`;
}

function eventType(document: Json): string {
  const schemas = Object.values(objectAt(document, 'webhooks')).map((item) =>
    nameOf(objectAt(item, 'post', 'requestBody', 'content', 'application/json', 'schema')),
  );
  const members = schemas.map((name) => `  | Schemas['${String(name)}']`);
  return `/** Every event that webhooks deliver; \`event\` names it. */\nexport type WebhookEvent =\n${members.join('\n')};`;
}

/** The interfaces of all groups, and the union of all events. */
export function groupTypes(operations: readonly SdkOperation[], document: Json): string {
  const groups = byGroup(operations);
  const all = groups.map(([group]) => `  readonly ${group}: ${upperFirst(group)};`);
  return [
    "import { type CallOptions } from '../call-options.ts';",
    "import { type List } from '../list.ts';",
    "import { type Signed } from '../signing.ts';",
    "import { type components } from './schemas.ts';",
    '',
    '/** The records, bodies, queries and answers of the API, by their names in its document. */',
    "export type Schemas = components['schemas'];",
    '',
    eventType(document),
    '',
    ...groups.map(([group, own]) => `${groupType(group, own)}\n`),
    '/** Every operation of the API, by the noun that it is about. */',
    `export interface Groups {\n${all.join('\n')}\n}`,
    '',
  ].join('\n');
}

const FLAGS: readonly (readonly [string, (operation: SdkOperation) => boolean])[] = [
  ['b', ({ body }) => body !== undefined && !body.isForm],
  ['f', ({ body }) => body?.isForm === true],
  ['q', ({ query }) => query !== undefined],
  ['r', ({ isRepeatable }) => isRepeatable],
  ['o', ({ recognisesOrders }) => recognisesOrders],
  ['p', ({ isPublic }) => isPublic],
  ['x', ({ answer }) => answer === undefined],
];

function rowOf(operation: SdkOperation): string {
  const flags = FLAGS.filter(([, applies]) => applies(operation)).map(([flag]) => flag);
  const { method, verb, path, list } = operation;
  const row = [method, verb, flags.join(''), path];
  return (list === undefined ? row : [...row, list.paging, list.items]).join(' ').trimEnd();
}

/** The table from which the SDK makes its methods; text, because text is small. */
export function operationTable(operations: readonly SdkOperation[]): string {
  const groups = byGroup(operations).map(
    ([group, own]) => `${group}\n${own.map((one) => ` ${rowOf(one)}`).join('\n')}`,
  );
  const meaning = FLAGS.map(([flag]) => flag).join('');
  return [
    '/**',
    ' * A group, and its methods: name, HTTP method, flags, path, and of a list how it is continued and where its',
    ` * records are. Flags (${meaning}): JSON body, form, query, repeatable, recognises orders, public, answers no JSON.`,
    ' */',
    `export const operationTable = \`${groups.join('\n')}\`;`,
    '',
  ].join('\n');
}

/** Every export with its members, method with its parameters and result, event, and field of a schema: what a program can depend on. */
export function surfaceOf(parts: {
  readonly exported: readonly string[];
  readonly operations: readonly SdkOperation[];
  readonly events: readonly string[];
  /** The lines of members and fields. */
  readonly members: readonly string[];
}): string {
  const { exported, operations, events, members } = parts;
  const methods = operations.map(
    (operation) => `${operation.group}.${operation.method}${signatureOf(operation, ':')}`,
  );
  const named = exported.toSorted().map((name) => `export ${name}`);
  const all = [...named, ...methods, ...events.map((event) => `event ${event}`), ...members];
  return `${all.join('\n')}\n`;
}

/** The lines that `after` lacks: a program that uses one of them would no longer compile. */
export function lostLines(before: string, after: string): string[] {
  const remaining = new Set(after.split('\n'));
  return before.split('\n').filter((line) => line !== '' && !remaining.has(line));
}
