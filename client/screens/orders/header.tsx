import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconRefresh } from '@tabler/icons-react'
import { cache } from '#client/api.ts'
import { Can } from '#client/session/can.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { Store } from '#shared/stores.ts'
import { OrderStorePicker } from './store-picker.tsx'

type Props = { stores: readonly Store[]; chosen: readonly Store[]; onExport: () => void }

export function OrderHeader({ stores, chosen, onExport }: Props) {
  return (
    <PageTitle title="Orders">
      <OrderStorePicker stores={stores} chosen={chosen} />
      <Button
        variant="default"
        px="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void cache.orders.list.invalidate()}
      >
        Refresh
      </Button>
      <Can do="orders.export">
        <Button px="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          Export
        </Button>
      </Can>
      <Button variant="default" px="xs" leftSection={<IconPlus size={16} aria-hidden />} disabled>
        Create order
      </Button>
    </PageTitle>
  )
}
