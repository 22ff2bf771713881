import { api, cache } from '#client/api.ts'
import type { Template, TemplateType } from '#shared/templates.ts'

/** The team's saved column choices. */
export const useTemplates = (type: TemplateType) => api.export.templates.list.useQuery({ type })

export const refreshTemplates = () => cache.export.templates.list.invalidate()

/** The chosen template after a change of one: the changed one, if it has the chosen columns now. */
export const templateAfter = (chosen: string, columns: readonly string[], changed: Template): string =>
  changed.columns.join() === columns.join() ? changed.id : chosen
