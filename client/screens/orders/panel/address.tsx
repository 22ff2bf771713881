import { Text } from '@mantine/core'
import type { OrderAddress } from '#shared/orders.ts'
import { addressLines } from './address-lines.ts'
import { Section } from './section.tsx'

/** An address as on an envelope. */
export const Address = ({ title, address }: { title: string; address: OrderAddress | null }) => (
  <Section title={title}>
    <Text size="sm" {...(!address && { c: 'dimmed' })} style={{ whiteSpace: 'pre-line' }}>
      {address ? addressLines(address).join('\n') : 'None'}
    </Text>
  </Section>
)
