import { levels } from '#shared/access.ts'

/** The lowest role level of each badge colour. */
const bands = [
  { level: levels.admin, color: 'grape' },
  { level: 50, color: 'blue' },
  { level: 30, color: 'green' },
  { level: 0, color: 'gray' },
] as const
type BandColor = (typeof bands)[number]['color']

/** The colour of a role's badge. Callers pass level 0 for a deleted role. */
export const levelColor = (level: number): BandColor => bands.find((band) => level >= band.level)?.color ?? 'gray'
