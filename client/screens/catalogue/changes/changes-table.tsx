import { useMemo, useState } from 'react'
import { changeWidths, useTableLayout, useWidths } from '#client/session/list-layout.ts'
import { DataTable } from '#client/ui/table.tsx'
import type { CatalogueChange } from '#shared/catalogue-changes.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { changeColumns } from './columns.tsx'
import { useChangesSearch } from './search.ts'

const idOf = ({ id }: CatalogueChange) => id
const nameOf = ({ title, storeName }: CatalogueChange) => `${title}, ${storeName}`
const selectNothing = () => {}

/** Of the changes of the product in the panel, the one that was pressed, otherwise the first. */
function useOpened(changes: readonly CatalogueChange[]) {
  const { search, open } = useChangesSearch()
  const [pressed, press] = useState<string | null>(null)
  const ofProduct = changes.filter((change) => catalogueIdOf(change) === search.product)
  const opened = ofProduct.find(({ id }) => id === pressed) ?? ofProduct[0]
  const columns = useMemo(
    () =>
      changeColumns((change) => {
        press(change.id)
        open(catalogueIdOf(change))
      }),
    [open],
  )
  return { columns, openId: opened?.id ?? null }
}

type Props = {
  changes: readonly CatalogueChange[]
  isFetching: boolean
  /** These are the changes of the previous page. */
  isStale: boolean
}

/** The changes of one page, newest first. */
export function ChangesTable({ changes, isFetching, isStale }: Props) {
  const { density } = useTableLayout('catalogue')
  const widths = useWidths('changes')
  const { columns, openId } = useOpened(changes)
  return (
    <DataTable
      label="Changes"
      columns={columns}
      items={changes}
      idOf={idOf}
      nameOf={nameOf}
      selection={null}
      onSelect={selectNothing}
      density={density}
      widths={widths}
      onWidth={(id, width) => changeWidths('changes', { ...widths, [id]: width ?? undefined })}
      sorting={null}
      openId={openId}
      isBusy={isFetching && isStale}
      isStale={isStale}
    />
  )
}
