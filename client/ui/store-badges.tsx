import { Badge } from '@mantine/core'
import { traits, type Platform } from '#shared/platforms.ts'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge variant="light" radius="sm" color={isActive ? 'green' : 'gray'} tt="none">
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}

export function PlatformBadge({ platform }: { platform: Platform }) {
  return (
    <Badge variant="light" radius="sm" color="brand" tt="none">
      {traits[platform].label}
    </Badge>
  )
}
