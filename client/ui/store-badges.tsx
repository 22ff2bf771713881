import { Badge } from '@mantine/core'
import { traits, type Platform } from '#shared/platforms.ts'

/** Whether a store is worked with at present. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge variant="light" radius="sm" color={isActive ? 'green' : 'gray'} tt="none">
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}

/** Which platform a store is on. */
export function PlatformBadge({ platform }: { platform: Platform }) {
  return (
    <Badge variant="light" radius="sm" color="brand" tt="none">
      {traits[platform].label}
    </Badge>
  )
}
