import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { CopyField } from '#client/ui/copy-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { messages } from '#shared/messages.ts'
import type { Webhook } from '#shared/webhooks.ts'
import tabClasses from '../settings.module.css'
import { DeleteWebhook } from './delete-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReplaceSecret } from './replace-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookEntry, type WebhookDialog } from './webhook-entry.tsx'

type Open = { dialog: 'add' } | { dialog: 'made'; secret: string } | { dialog: WebhookDialog; webhook: Webhook }

type OpenProps = { open: Open; onMade: (secret: string) => void; onClose: () => void }

function OpenDialog({ open, onMade, onClose }: OpenProps) {
  if (open.dialog === 'add') return <WebhookForm onMade={onMade} onClose={onClose} />
  if (open.dialog === 'made')
    return (
      <Notice title="Webhook secret" sentence={messages.webhooks.secretShownOnce} onClose={onClose}>
        <CopyField label="Secret" value={open.secret} />
      </Notice>
    )
  const { webhook } = open
  if (open.dialog === 'edit') return <WebhookForm webhook={webhook} onMade={onMade} onClose={onClose} />
  if (open.dialog === 'secret') return <ReplaceSecret webhook={webhook} onMade={onMade} onClose={onClose} />
  if (open.dialog === 'remove') return <DeleteWebhook webhook={webhook} onClose={onClose} />
  return <Deliveries webhook={webhook} onClose={onClose} />
}

/** The webhooks of the stores in which the person may change settings. */
export function WebhooksTab() {
  const [open, setOpen] = useState<Open | null>(null)
  const query = api.settings.webhooks.list.useQuery()
  const stores = api.stores.list.useQuery({}).data?.stores ?? []
  const names = new Map(stores.map(({ id, name }) => [id, name]))
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure title={messages.webhooks.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={tabClasses.panel} aria-labelledby="webhooks">
      <div className={tabClasses.head}>
        <Title order={2} id="webhooks">
          Webhooks
        </Title>
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen({ dialog: 'add' })}>
          Add webhook
        </Button>
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        {messages.webhooks.explained}{' '}
        <Anchor inherit underline="always" href="/api/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </Anchor>
      </Text>
      <RefreshFailure query={query} />
      {!data && <CentredSpinner label="Loading webhooks" />}
      {data?.webhooks.length === 0 && (
        <EmptyState icon={IconWebhook} title="No webhooks" hint={messages.webhooks.none}>
          <Button variant="default" onClick={() => setOpen({ dialog: 'add' })}>
            Add your first webhook
          </Button>
        </EmptyState>
      )}
      <ul className={tabClasses.rows}>
        {data?.webhooks.map((webhook) => (
          <WebhookEntry key={webhook.id} webhook={webhook} stores={names} onOpen={(dialog) => setOpen({ dialog, webhook })} />
        ))}
      </ul>
      {open && <OpenDialog open={open} onMade={(secret) => setOpen({ dialog: 'made', secret })} onClose={() => setOpen(null)} />}
    </section>
  )
}
