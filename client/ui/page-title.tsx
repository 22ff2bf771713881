import { Group, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { productTitle } from '#shared/brand.ts'
import { focusHeading } from './focus-heading.ts'

type Props = { title: string; subtitle?: ReactNode; children?: ReactNode }

/** The head of a screen: its name, which is the page's title too, and on the right its actions. */
export function PageTitle({ title, subtitle, children }: Props) {
  // Whoever has gone to another screen is told that it stands, and goes on in it. On the first load the page begins at its top.
  useEffect(() => {
    if (document.activeElement?.closest('nav')) focusHeading()
  }, [])
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
