import { Text } from '@mantine/core'
import { CopyButton } from '#client/ui/copy-button.tsx'
import type { OrderAddress } from '#shared/orders.ts'
import { addressLines } from '#client/format/address-lines.ts'
import { Section } from '#client/ui/section.tsx'

type Props = { title: string; address: OrderAddress | null; /** The key that copies it. */ shortcut?: string }

/** An address as on an envelope. */
export const Address = ({ title, address, shortcut }: Props) => (
  <Section title={title}>
    <Text size="sm" {...(!address && { c: 'dimmed' })} style={{ whiteSpace: 'pre-line' }}>
      {address ? addressLines(address).join('\n') : 'None'}
    </Text>
    {address && (
      <CopyButton
        aria-keyshortcuts={shortcut}
        size="xs"
        variant="default"
        mt={8}
        label={`Copy ${title.toLowerCase()}`}
        value={addressLines(address).join('\n')}
      />
    )}
  </Section>
)
