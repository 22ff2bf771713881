import { Button, Text, Title } from '@mantine/core'
import { IconPlus, IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { GuideLink } from '#client/ui/guide-link.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import { destinationMessages } from '#shared/destination-messages.ts'
import type { Destination } from '#shared/destinations.ts'
import tabClasses from '../settings.module.css'
import { DeleteDestination } from './delete-destination.tsx'
import { DestinationEntry, type DestinationDialog } from './destination-entry.tsx'
import { DestinationForm } from './destination-form.tsx'

type Open = { dialog: 'add' } | { dialog: DestinationDialog; destination: Destination }

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.dialog === 'add') return <DestinationForm onSaved={onClose} onClose={onClose} />
  const { destination } = open
  if (open.dialog === 'remove') return <DeleteDestination destination={destination} onClose={onClose} />
  return <DestinationForm destination={destination} onSaved={onClose} onClose={onClose} />
}

/** The places that finished files can be delivered to. */
export function DestinationsTab() {
  const [open, setOpen] = useState<Open | null>(null)
  const query = api.settings.destinations.list.useQuery()
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure title={destinationMessages.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={tabClasses.panel} aria-labelledby="destinations">
      <div className={tabClasses.head}>
        <Title order={2} id="destinations">
          Destinations
        </Title>
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen({ dialog: 'add' })}>
          Add destination
        </Button>
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        {destinationFormMessages.explained} <GuideLink to="destinations">{destinationFormMessages.help}</GuideLink>
      </Text>
      <RefreshFailure query={query} />
      {!data && <CentredSpinner label="Loading destinations" />}
      {data?.destinations.length === 0 && (
        <EmptyState icon={IconTruckDelivery} title="No destinations" hint={destinationFormMessages.none}>
          <Button variant="default" onClick={() => setOpen({ dialog: 'add' })}>
            Add your first destination
          </Button>
        </EmptyState>
      )}
      <ul className={tabClasses.rows}>
        {data?.destinations.map((destination) => (
          <DestinationEntry key={destination.id} destination={destination} onOpen={(dialog) => setOpen({ dialog, destination })} />
        ))}
      </ul>
      {open && <OpenDialog open={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
