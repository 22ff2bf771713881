import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { serverTime } from '#client/session/server-clock.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import tabClasses from '../settings.module.css'
import { deliveriesKey, DeliveryEntry } from './delivery-entry.tsx'

const { keepDays, watchMs } = limits.webhooks
const noCursor: string | undefined = undefined
/** Whether it is sent in a moment. */
const isDue = ({ nextAttemptAt }: WebhookDelivery) => nextAttemptAt !== null && Date.parse(nextAttemptAt) <= serverTime() + watchMs

/** What was sent to a webhook or is waiting, newest first. */
export function Deliveries({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useInfiniteQuery({
    queryKey: deliveriesKey(id),
    // A plain call: tRPC's infinite queries also send `direction`, which the server's schema does not have.
    queryFn: ({ pageParam: cursor }) => cache.settings.webhooks.deliveries.fetch({ id, cursor }, { staleTime: 0 }),
    initialPageParam: noCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ deliveries }) => deliveries.some(isDue)) ? watchMs : false),
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  return (
    <Dialog onClose={onClose} title={`Deliveries to ${name}`} size="lg">
      <Text c="dimmed" size="sm">
        {messages.webhooks.kept(keepDays)}
      </Text>
      {error && !data && <LoadFailure title={messages.webhooks.deliveriesFailed} sentence={say(error)} retry={() => void refetch()} />}
      <RefreshFailure query={query} />
      {!data && !error && <CentredSpinner label="Loading deliveries" />}
      {deliveries?.length === 0 && <Text mt="md">{messages.webhooks.noDeliveries}</Text>}
      <ul className={tabClasses.rows}>
        {deliveries?.map((delivery) => (
          <DeliveryEntry key={delivery.id} webhookId={id} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
