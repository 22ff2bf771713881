import { summary, type Viewer } from '#shared/access.ts'
import type { Factors } from '#server/auth/factor-repo.ts'

/** Whether the team asks the person for more than a password. */
export const isRequired = (viewer: Viewer, { requiredFrom }: Pick<Factors, 'requiredFrom'>): boolean =>
  requiredFrom !== null && summary(viewer).level >= requiredFrom

/** Whether the person has yet to set up what the team asks for. */
export const isAsked = (viewer: Viewer, factors: Factors): boolean =>
  isRequired(viewer, factors) && !factors.isEnabled && factors.passkeys === 0
