import { type Engines, type System } from '@tributary/engines';
import type mongoose from 'mongoose';
import { type RunOptions } from './load.ts';
import { type Fixture } from './fixture.ts';
import { type Scorecard } from './scorecard.ts';

export interface Sizes {
  readonly clicks: number;
  readonly conversions: number;
}

/** What every measured path gets. */
export interface Bench {
  readonly system: System;
  readonly fixture: Fixture;
  readonly engines: Engines;
  readonly mongo: mongoose.Connection;
  readonly namespace: string;
  readonly portOffset: number;
  /** Settings of the processes that start from here on. */
  readonly settings: Record<string, string>;
  readonly runOptions: RunOptions;
  readonly scorecard: Scorecard;
  /** Sizes of the paths growth and soak. */
  readonly sizes: Sizes & { readonly minutes: number };
}
