import { List, Text } from '@mantine/core'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import type { Destination } from '#shared/destinations.ts'

/** Asks, says which schedules will pause, and deletes a destination. */
export function DeleteDestination({ destination: { id, name }, onClose }: { destination: Destination; onClose: () => void }) {
  const { data } = api.export.schedules.list.useQuery({})
  const concerned = data?.schedules.filter(({ destinationId }) => destinationId === id) ?? []
  const remove = api.settings.destinations.remove.useMutation({
    onSuccess: async () => {
      await cache.settings.destinations.list.invalidate()
      announce(destinationFormMessages.deleted)
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete destination"
      question={destinationFormMessages.deleteConfirm(name)}
      action="Delete"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error, destinationFormMessages.deleteFailed) : undefined}
      onConfirm={() => remove.mutate({ id })}
      onCancel={onClose}
    >
      {concerned.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            {destinationFormMessages.schedulesPause}
          </Text>
          <List size="sm" mt={4}>
            {concerned.map((schedule) => (
              <List.Item key={schedule.id}>{schedule.name}</List.Item>
            ))}
          </List>
        </>
      )}
    </Confirm>
  )
}
