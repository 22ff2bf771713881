import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { productTitle } from '#shared/brand.ts'
import { ProductMark } from '#client/ui/product-mark.tsx'
import classes from './auth-card.module.css'

type Props = { title: string; subtitle?: string; children: ReactNode; footer: ReactNode }

/** What the screens before the session look like: a card in the middle, and below it what else there is to know. */
export function AuthCard({ title, subtitle, children, footer }: Props) {
  return (
    <main className={classes.page}>
      <title>{`${title} · ${productTitle}`}</title>
      <div className={classes.column}>
        <ProductMark />
        <section className={classes.card} aria-labelledby="auth-title">
          <Title order={1} id="auth-title">
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" size="md" mt={2}>
              {subtitle}
            </Text>
          )}
          <Stack gap="md" mt="lg">
            {children}
          </Stack>
        </section>
        <div className={classes.footer}>{footer}</div>
      </div>
    </main>
  )
}
