import { Center, Loader } from '@mantine/core'

/** A loading indicator in the middle of the free space. */
export function CentredSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Center mih={240} h="100%" flex={1} role="status" aria-label={label}>
      <Loader size="md" />
    </Center>
  )
}
