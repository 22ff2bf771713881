import { summary, type Viewer } from '#shared/access.ts'
import type { Factors } from '#server/auth/factor-repo.ts'

/** Whether the team requires a second factor of the person. */
export const isRequired = (viewer: Viewer, { requiredFrom }: Pick<Factors, 'requiredFrom'>): boolean =>
  requiredFrom !== null && summary(viewer).level >= requiredFrom

/** Whether the team requires a second factor and the person has none. */
export const isAsked = (viewer: Viewer, factors: Factors): boolean =>
  isRequired(viewer, factors) && !factors.isEnabled && factors.passkeys === 0
