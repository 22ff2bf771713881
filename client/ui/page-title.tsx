import { Group, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { productTitle } from '#shared/brand.ts'
import { focusHeading } from './focus-heading.ts'

type Props = { title: string; subtitle?: ReactNode; children?: ReactNode }

/** The header of a screen: its name, which is also the page's title, and its actions on the right. */
export function PageTitle({ title, subtitle, children }: Props) {
  // After a navigation from the menu, the focus moves to the new screen, so that screen readers announce it. On the first load it stays at
  // the top of the page.
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
