import { Button, SimpleGrid, Stack } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { Banner } from '#client/ui/banner.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Section } from '#client/ui/section.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { nothing } from './nothing.ts'

export const Messages = () => (
  <Stack gap="sm">
    <Banner kind="error">The shop did not answer. Please try again in a moment.</Banner>
    <Banner kind="success">Your new password is saved.</Banner>
    <Banner kind="note">Only the last 60 days of orders are visible.</Banner>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <EmptyState icon={IconListSearch} title="No products found" hint="Try other filters.">
        <Button variant="default">Clear filters</Button>
      </EmptyState>
      <LoadFailure title="Failed to load products" sentence="The shop did not answer." retry={nothing} />
      <CentredSpinner label="Loading products" />
      <Section title="Details">
        <Facts
          facts={[
            { name: 'Vendor', value: 'Hill' },
            { name: 'Type', value: 'Tea' },
          ]}
        />
      </Section>
    </SimpleGrid>
  </Stack>
)
