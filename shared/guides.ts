import type { Platform } from '#shared/platforms.ts'

/** Each guide is a file of docs/guides. Each platform has one. */
export type GuideName =
  | 'install'
  | Platform
  | 'google'
  | 'schedules'
  | 'destinations'
  | 'upgrade'
  | 'backup'
  | 'notifications'
  | 'scaling'
  | 'security'

/** The address of the page that lists the guides. Everybody may read them. */
export const guidesHome = '/docs'

export const guideAddress = (name: GuideName): string => `${guidesHome}/${name}`
