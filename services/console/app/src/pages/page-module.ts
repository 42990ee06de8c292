import { type QueryClient } from '@tanstack/react-query';
import { type ComponentType } from 'react';
import { type Search } from '../search.ts';

/** What a page gets of its address. */
export interface PageProps {
  /** The part of the path that names a record; empty where there is none. */
  readonly id: string;
  readonly search: Search;
}

/** Starts the queries of a page; the panel of one that fails shows that. */
export type Load = (queries: QueryClient, props: PageProps) => readonly Promise<unknown>[];

/** A page: what it shows, and what is requested before it is shown. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  readonly load?: Load;
}
