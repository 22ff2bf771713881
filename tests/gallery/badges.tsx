import { Group, Stack } from '@mantine/core'
import { JobBadge } from '#client/jobs/job-badge.tsx'
import { FulfillmentBadge, PaymentBadge } from '#client/screens/orders/status-badges.tsx'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { PersonAvatar } from '#client/ui/person-avatar.tsx'
import { ProductMark } from '#client/ui/product-mark.tsx'
import { ActiveBadge, PlatformBadge } from '#client/ui/store-badges.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { StoreStateWord } from '#client/ui/store-state-word.tsx'
import { JobStatus } from '#shared/jobs.ts'
import { platforms } from '#shared/platforms.ts'
import { productStatuses } from '#shared/products.ts'
import { madeJob } from '#tests/support/jobs.ts'

const failures = ['INCOMPLETE', 'JOB_CANCELLED'].map((code) => madeJob({ status: 'failed', error: { code, message: 'Why' } }))
const jobs = [...JobStatus.options.map((status) => madeJob({ status })), ...failures]

export const Badges = () => (
  <Stack gap="sm">
    <Group gap="xs">
      {productStatuses.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      {['paid', 'pending', 'partially_refunded', 'expired', 'anything_else'].map((status) => (
        <PaymentBadge key={status} status={status} />
      ))}
      {['fulfilled', 'partial', 'unfulfilled'].map((status) => (
        <FulfillmentBadge key={status} status={status} />
      ))}
    </Group>
    <Group gap="xs">
      {jobs.map((job, index) => (
        <JobBadge key={index} job={job} />
      ))}
    </Group>
    <Group gap="xs">
      <ActiveBadge isActive />
      <ActiveBadge isActive={false} />
      {platforms.map((platform) => (
        <PlatformBadge key={platform} platform={platform} />
      ))}
      <StoreStateWord state="connected" />
      <StoreStateWord state="limited" />
      <StoreStateWord state="refused" />
      <StoreStateWord state="unreachable" />
    </Group>
    <Group gap="xs">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
        <StoreMark key={id} id={id} name={`Store ${id}`} />
      ))}
      <PersonAvatar name="Ada Lovelace" email="ada@shop.test" src={null} size={32} />
      <ProductMark />
    </Group>
  </Stack>
)
