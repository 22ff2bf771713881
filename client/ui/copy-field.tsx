import { Group, TextInput } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** A read-only text with a copy button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <Group mt="md" gap="xs" align="flex-end">
      <TextInput label={label} flex={1} miw={200} readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton value={value} variant="default" />
    </Group>
  )
}
