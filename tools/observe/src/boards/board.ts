import {
  DashboardBuilder,
  DatasourceVariableBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** One curve, or one for each value of the labels that the legend names in `{{ }}`. */
interface Query {
  readonly expr: string;
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** A unit of Grafana: `s`, `short`, `ops`, `bytes`, `percentunit`. */
  readonly unit: string;
  readonly help: string;
  readonly queries: readonly Query[];
}

export interface Board {
  /** The file's name, and the board's id in Grafana. */
  readonly id: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** Panels are two in a row of 24 units. */
const WIDTH = 12;
const HEIGHT = 8;

const DATA_SOURCE = { type: 'prometheus', uid: '${source}' };

function panelOf({ title, unit, help, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .description(help)
    .unit(unit)
    .datasource(DATA_SOURCE)
    .span(WIDTH)
    .height(HEIGHT);
  for (const { expr, legend } of queries)
    panel.withTarget(new DataqueryBuilder().expr(expr).legendFormat(legend));
  return panel;
}

/** The JSON that Grafana imports. */
export function boardJson({ id, title, panels }: Board): string {
  // Its successor writes a format that Grafana 11 does not import.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const board = new DashboardBuilder(title)
    .uid(id)
    .tags(['tributary'])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('30s')
    .timezone('utc')
    .readonly()
    .withVariable(new DatasourceVariableBuilder('source').type('prometheus').label('Source'));
  for (const panel of panels) board.withPanel(panelOf(panel));
  return JSON.stringify(board.build());
}
