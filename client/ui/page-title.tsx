import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { productTitle } from '#shared/brand.ts'

type Props = { title: string; subtitle?: ReactNode; children?: ReactNode }

/** The head of a screen: its name, which is the page's title too, and on the right its actions. */
export function PageTitle({ title, subtitle, children }: Props) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <title>{`${title} · ${productTitle}`}</title>
      <div>
        <Title order={1}>{title}</Title>
        {subtitle && (
          <Text c="dimmed" size="sm" mt={2}>
            {subtitle}
          </Text>
        )}
      </div>
      {children && <Group gap={8}>{children}</Group>}
    </Group>
  )
}
