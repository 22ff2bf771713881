import { hostname } from 'node:os'
import { productVersion } from '#shared/brand.ts'

/** This process or thread, as the other processes see it. */
export const thisProcess = {
  machine: hostname(),
  version: productVersion,
  startedAt: new Date(performance.timeOrigin),
} as const
