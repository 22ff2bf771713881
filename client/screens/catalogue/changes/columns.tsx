import { localZone } from '#client/format/local-midnight.ts'
import { Moment } from '#client/format/moment.tsx'
import { ProductTitleButton } from '#client/ui/product-title.tsx'
import { columnsOf } from '#client/ui/table-columns.ts'
import { catalogueChangeKinds } from '#shared/catalogue-changes-messages.ts'
import { type CatalogueChange } from '#shared/catalogue-changes.ts'
import { ChangeValues } from '#client/product-history/change-values.tsx'
import { StoreCell } from '#client/screens/catalogue/store-cell.tsx'
import classes from './changes.module.css'

const column = columnsOf<CatalogueChange>()

/** The columns of the list. Times are the reader's, because the list goes by time and not by store. */
export const changeColumns = (onOpen: (change: CatalogueChange) => void) =>
  column.columns([
    column.accessor('title', {
      header: 'Product',
      meta: { width: 220, takesRest: true },
      cell: ({ row: { original }, getValue }) => <ProductTitleButton title={getValue()} onOpen={() => onOpen(original)} />,
    }),
    column.accessor('kind', {
      header: 'Change',
      meta: { width: 130 },
      cell: ({ row: { original }, getValue }) => (
        <>
          {catalogueChangeKinds[getValue()]}
          {original.variant && <div className={classes.variant}>{original.variant}</div>}
        </>
      ),
    }),
    column.display({
      id: 'values',
      header: 'Before → after',
      meta: { width: 260 },
      cell: ({ row: { original } }) => <ChangeValues change={original} />,
    }),
    column.accessor('storeName', {
      id: 'store',
      header: 'Store',
      meta: { width: 180 },
      cell: ({ row, getValue }) => <StoreCell id={row.original.storeId} name={getValue()} />,
    }),
    column.accessor('at', {
      header: 'Time',
      meta: { width: 190 },
      cell: ({ getValue }) => <Moment at={getValue()} zone={localZone} />,
    }),
  ])
