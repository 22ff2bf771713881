import { createColumnHelper, rowSelectionFeature, tableFeatures, type RowSelectionState, type TableOptions } from '@tanstack/react-table'

/** How a column lies in the table. */
export type ColumnMeta = {
  /** Pixels. */
  width: number
  /** Takes what the other columns leave, and at least its width. One column of a table does. */
  takesRest?: boolean
  /** Numbers are aligned at their last digit. */
  isNumber?: boolean
  /** What the list is sorted by when its header is pressed. */
  sortKey?: string
  /** On a phone, where each row is a card: at the end of the first line, or behind its header because the value alone does not say it. */
  onCard?: 'first' | 'named'
}

/** How a column lies that says nothing else. The library takes the type of all columns from it. */
export const columnMeta: ColumnMeta = { width: 140 }
export const features = tableFeatures({ rowSelectionFeature, columnMeta })
export type TableFeatures = typeof features

/** The selected rows by id, across pages. */
export type Selection = RowSelectionState
export type Columns<Item extends object> = TableOptions<TableFeatures, Item>['columns']

/** Columns are data: `columnsOf<Product>().columns([…])`. The server sorts, filters and pages. */
export const columnsOf = <Item extends object>() => createColumnHelper<TableFeatures, Item>()

/** How the list is sorted. Only columns whose key is in `keys` can sort it. */
export type Sorting = { keys: readonly string[]; key: string; isDescending: boolean; onSort: (key: string) => void }
