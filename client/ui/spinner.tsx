import { Center, Loader } from '@mantine/core'

/** Says that something is on its way, in the middle of the room there is. */
export function CentredSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Center mih={240} h="100%" flex={1} role="status" aria-label={label}>
      <Loader size="md" />
    </Center>
  )
}
