import { Badge } from '@mantine/core'
import { traits, type Platform } from '#shared/platforms.ts'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return <Badge color={isActive ? 'green' : 'gray'}>{isActive ? 'Active' : 'Inactive'}</Badge>
}

export function PlatformBadge({ platform }: { platform: Platform }) {
  return <Badge color="brand">{traits[platform].label}</Badge>
}
