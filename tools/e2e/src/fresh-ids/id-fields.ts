import { type Client } from '../client.ts';

/** Fields that shops, networks and providers fill with ids of their own. */
const foreignIds = new Set([
  'cardproc_account_id',
  'conversation_id',
  'customer_id',
  'customer_ids',
  'order_id',
  'refund_id',
  'sub_ids',
  'tax_id',
  'transaction_id',
]);
/** Parameters of paths that are no ids. */
const noIds = new Set(['file', 'page', 'provider', 'source', 'token', 'version']);
const otherNames = new Set(['original_order_id', 'tracking_code', 'tracking_number']);

const isId = (name: string): boolean =>
  otherNames.has(name) || (/(^|_)ids?$/.test(name) && !foreignIds.has(name));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented | undefined>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** One operation of the API document, with the ids that pass through it. */
export interface IdOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  /** The parameters and fields in which callers give ids. */
  readonly takes: readonly string[];
  /** Whether it is a POST that returns an id. */
  readonly creates: boolean;
}

const methods = ['get', 'post', 'put', 'delete'] as const;

const partsOf = ({ anyOf = [], allOf = [], oneOf = [] }: Schema): Schema[] => [
  ...anyOf,
  ...allOf,
  ...oneOf,
];

/** The properties of a schema, and of the objects one level below it. */
function namesIn(schema: Schema | undefined, document: Document, depth: number): string[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return namesIn(document.components?.schemas?.[name], document, depth);
  }
  if (schema.items !== undefined) return namesIn(schema.items, document, depth);
  const parts = partsOf(schema);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...(depth > 0 ? namesIn(inner, document, depth - 1) : []),
  ]);
  return [...own, ...parts.flatMap((part) => namesIn(part, document, depth))];
}

const schemasOf = (content: Content | undefined): Schema[] =>
  Object.values(content ?? {}).flatMap(({ schema }) => schema ?? []);

function takenBy({ parameters = [], requestBody }: Documented, document: Document): string[] {
  const inPath = parameters
    .filter((one) => one.in === 'path' && !noIds.has(one.name))
    .map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const inBody = schemasOf(requestBody?.content).flatMap((one) => namesIn(one, document, 0));
  return [...new Set([...inPath, ...[...inQuery, ...inBody].filter(isId)])].sort();
}

function returnsId({ responses = {} }: Documented, document: Document): boolean {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = good.flatMap(([, { content }]) => schemasOf(content));
  return schemas.flatMap((one) => namesIn(one, document, 1)).some(isId);
}

/** All operations of the served API document that take or return ids. */
export async function idOperationsOf(client: Client): Promise<IdOperation[]> {
  const document = (await client.document()) as Document;
  return Object.entries(document.paths).flatMap(([path, documented]) =>
    methods.flatMap((method): IdOperation[] => {
      const operation = documented[method];
      if (operation === undefined) return [];
      const takes = takenBy(operation, document);
      const creates = method === 'post' && returnsId(operation, document);
      if (takes.length === 0 && !creates) return [];
      const name = method.toUpperCase() as IdOperation['method'];
      return [{ operationId: operation.operationId, method: name, path, takes, creates }];
    }),
  );
}
