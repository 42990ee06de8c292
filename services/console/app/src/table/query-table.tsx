import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import {
  type ColumnDef,
  FlexRender,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type PlacedRows } from './use-rows.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { moveFocus } from './row-keys.ts';
import { usePagesInSight } from './use-pages-in-sight.ts';
import { useRowFocus } from './use-row-focus.ts';

const features = tableFeatures({});

/** A column: its heading, and what a cell shows of a record. */
export interface Column<Item> {
  readonly id: string;
  readonly heading: string;
  readonly cell: (item: Item) => ReactNode;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
  /** For screen readers alone. */
  readonly isHeadingHidden?: boolean;
  /** Left out on phones. */
  readonly isMinor?: boolean;
}

type Loaded<Item> = InfiniteData<PlacedRows<Item>>;

interface Props<Item> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly query: UseInfiniteQueryResult<Loaded<Item>>;
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  readonly empty: ReactNode;
  readonly onOpen?: (item: Item) => void;
  /** With it, rows can be chosen, by x on the keyboard. */
  readonly selection?: { readonly ids: ReadonlySet<string>; readonly toggle: (id: string) => void };
  /** Keys that act on the row with the focus, such as `a`. */
  readonly keys?: Readonly<Record<string, (item: Item) => void>>;
}

const ROW_HEIGHT = 52;
const NO_ROW = { index: 0, start: 0, end: 0 } as const;

function columnsFor<Item extends RowData>(
  columns: readonly Column<Item>[],
): ColumnDef<typeof features, Item>[] {
  return columns.map(({ id, heading, cell }) => ({
    id,
    header: heading,
    cell: ({ row }) => cell(row.original),
  }));
}

interface CellKind {
  readonly isNumber?: boolean | undefined;
  readonly isMinor?: boolean | undefined;
}

const cellClass = ({ isNumber = false, isMinor = false }: CellKind): string =>
  `px-4 first:pl-5 last:pr-5 max-sm:px-2.5 ${isNumber ? 'text-right tabular-nums' : 'text-left'} ${isMinor ? 'max-md:hidden' : ''}`;

/** A list of any length as one table, of which only the rows in sight exist and the pages around them are loaded. */
export function QueryTable<Item extends RowData>(props: Props<Item>) {
  const { query, empty } = props;
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.pages[0]?.items.length === 0) return empty;
  return <LoadedTable {...props} data={query.data} />;
}

/** The rows of the loaded pages, of which those in sight are shown. */
function useLoadedRows<Item extends RowData>(
  { query, columns, idOf }: Props<Item>,
  data: Loaded<Item>,
  frame: RefObject<HTMLDivElement | null>,
) {
  const items = useMemo(() => data.pages.flatMap((page) => page.items), [data]);
  const definitions = useMemo(() => columnsFor(columns), [columns]);
  const table = useTable({ features, columns: definitions, data: items, getRowId: idOf });
  const { rows } = table.getRowModel();
  const begin = data.pages[0]?.rowsBefore ?? 0;
  const count = begin + rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index - begin]?.id ?? index,
  });
  const shown = virtual.getVirtualItems();
  const [first = NO_ROW] = shown;
  const last = shown.at(-1) ?? NO_ROW;
  usePagesInSight(query, [first.index, last.index], [begin, count]);
  return {
    count,
    shown: shown.map(({ index }) => ({ index, row: rows[index - begin] })),
    /** The heights of what stands before and after the rows that are shown, px. */
    before: first.start,
    after: virtual.getTotalSize() - last.end,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
}

/** How many rows the list has; -1 where nobody has counted them. */
const totalOf = <Item,>({ query }: Props<Item>, data: Loaded<Item>, loaded: number): number =>
  data.pages.at(-1)?.total ?? (query.hasNextPage ? -1 : loaded);

const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && <tr aria-hidden="true" style={{ height }} />;

function LoadedTable<Item extends RowData>({
  data,
  ...props
}: Props<Item> & { readonly data: Loaded<Item> }) {
  const { label, columns } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const focusRow = useRowFocus(frame);
  const { count, shown, before, after, scrollTo } = useLoadedRows(props, data, frame);
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = moveFocus(event.key, focused, count);
    if (index === undefined) return;
    event.preventDefault();
    setFocused(index);
    scrollTo(index);
    focusRow(index);
  };
  return (
    <div ref={frame} className="max-h-[70vh] overflow-auto" onKeyDown={onKeyDown}>
      <table
        aria-label={label}
        aria-rowcount={totalOf(props, data, count)}
        className="w-full text-sm"
      >
        <Head columns={columns} />
        <tbody>
          <Gap height={before} />
          {shown.map(({ index, row }) => {
            if (row === undefined) return <Gap key={index} height={ROW_HEIGHT} />;
            return (
              <Row
                key={row.id}
                {...props}
                index={index}
                item={row.original}
                isFocusable={index === focused}
                onFocused={setFocused}
              >
                {row.getAllCells().map((cell, at) => (
                  <td key={cell.id} className={cellClass(columns[at] ?? {})}>
                    <FlexRender cell={cell} />
                  </td>
                ))}
              </Row>
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  );
}

function Head<Item>({ columns }: Pick<Props<Item>, 'columns'>) {
  return (
    <thead className="sticky top-0 z-10 bg-surface text-xs text-muted shadow-[inset_0_-1px_0_var(--c-line)]">
      <tr>
        {columns.map((column) => (
          <th key={column.id} scope="col" className={`${cellClass(column)} h-10 font-medium`}>
            <span className={column.isHeadingHidden === true ? 'sr-only' : ''}>
              {column.heading}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps<Item> extends Pick<Props<Item>, 'idOf' | 'onOpen' | 'selection' | 'keys'> {
  readonly item: Item;
  readonly index: number;
  readonly isFocusable: boolean;
  readonly onFocused: (index: number) => void;
  readonly children: ReactNode;
}

function Row<Item>({ item, index, isFocusable, onFocused, children, ...props }: RowProps<Item>) {
  const { idOf, onOpen, selection, keys } = props;
  const id = idOf(item);
  const isChosen = selection?.ids.has(id) === true;
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent): void => {
    if (target !== currentTarget) return;
    if (key === 'Enter') onOpen?.(item);
    else if (key === 'x') selection?.toggle(id);
    else keys?.[key]?.(item);
  };
  return (
    <tr
      tabIndex={isFocusable ? 0 : -1}
      data-row={index}
      aria-rowindex={index + 1}
      {...(selection !== undefined && { 'aria-selected': isChosen })}
      onFocus={() => onFocused(index)}
      onKeyDown={onKeyDown}
      onClick={() => onOpen?.(item)}
      className={`h-13 border-b border-line -outline-offset-2 last:border-0 ${onOpen === undefined ? '' : 'cursor-pointer hover:bg-sunken'} ${isChosen ? 'bg-sunken' : ''}`}
    >
      {children}
    </tr>
  );
}
