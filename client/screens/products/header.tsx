import { Button } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { cache } from '#client/api.ts'
import { ExportButton } from '#client/export/export-button.tsx'
import { Can } from '#client/session/can.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { Store } from '#shared/stores.ts'
import { StoreSelect } from './store-select.tsx'

type Props = { stores: readonly Store[]; store: Store; exportCount: number | null | undefined; onExport: () => void }

export function ProductHeader({ stores, store, exportCount, onExport }: Props) {
  return (
    <PageTitle title="Products">
      <StoreSelect stores={stores} store={store} />
      <Button
        variant="default"
        px="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => {
          void cache.products.list.invalidate({ storeId: store.id })
          void cache.products.get.invalidate()
        }}
      >
        Refresh
      </Button>
      <Can do="products.export" storeId={store.id}>
        <ExportButton count={exportCount} onClick={onExport} />
      </Can>
      <Button variant="default" px="xs" leftSection={<IconPlus size={16} aria-hidden />}>
        Add product
      </Button>
    </PageTitle>
  )
}
