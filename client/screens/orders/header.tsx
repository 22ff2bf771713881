import { Button } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { cache } from '#client/api.ts'
import { ExportButton } from '#client/export/export-button.tsx'
import { Can } from '#client/session/can.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { Store } from '#shared/stores.ts'
import { OrderStorePicker } from './store-picker.tsx'

type Props = { stores: readonly Store[]; chosen: readonly Store[]; exportCount: number | null | undefined; onExport: () => void }

export function OrderHeader({ stores, chosen, exportCount, onExport }: Props) {
  return (
    <PageTitle title="Orders">
      <OrderStorePicker stores={stores} chosen={chosen} />
      <Button
        variant="default"
        px="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => {
          void cache.orders.list.invalidate()
          void cache.orders.get.invalidate()
        }}
      >
        Refresh
      </Button>
      <Can do="orders.export">
        <ExportButton count={exportCount} onClick={onExport} />
      </Can>
      <Button variant="default" px="xs" leftSection={<IconPlus size={16} aria-hidden />} disabled>
        Create order
      </Button>
    </PageTitle>
  )
}
