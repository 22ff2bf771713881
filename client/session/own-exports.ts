import { can, type Viewer } from '#shared/access.ts'

/** Whether a person has exports of their own to look at. */
export const exportsAny = (viewer: Viewer) => can(viewer, 'products.export') || can(viewer, 'orders.export')

/** Whether a person may look at their own exports and not at those of all. */
export const seesOwnExports = (viewer: Viewer) => exportsAny(viewer) && !can(viewer, 'jobs.list')
