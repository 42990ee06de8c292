import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import {
  type ColumnDef,
  FlexRender,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Rows } from './use-rows.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { moveFocus } from './row-keys.ts';

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

interface Props<Item> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Rows<Item>>>;
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
/** Rows before the end at which the next page is requested. */
const AHEAD = 20;

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

/** All pages of a list as one table, of whose rows only those in sight exist. */
export function QueryTable<Item extends RowData>(props: Props<Item>) {
  const { query, empty } = props;
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.pages[0]?.items.length === 0) return empty;
  return <LoadedTable {...props} data={query.data} />;
}

function LoadedTable<Item extends RowData>({
  data,
  ...props
}: Props<Item> & { readonly data: InfiniteData<Rows<Item>> }) {
  const { label, query, columns, idOf } = props;
  const items = useMemo(() => data.pages.flatMap((page) => page.items), [data]);
  const definitions = useMemo(() => columnsFor(columns), [columns]);
  const table = useTable({ features, columns: definitions, data: items, getRowId: idOf });
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (last >= rows.length - AHEAD && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = moveFocus(event.key, focused, rows.length);
    if (index === undefined) return;
    event.preventDefault();
    setFocused(index);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus(),
    );
  };
  return (
    <div ref={frame} className="max-h-[70vh] overflow-auto" onKeyDown={onKeyDown}>
      <table aria-label={label} aria-rowcount={rows.length} className="w-full text-sm">
        <Head columns={columns} />
        <tbody>
          {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
          {shown.map(({ index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
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
              )
            );
          })}
          {after > 0 && <tr aria-hidden="true" style={{ height: after }} />}
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
