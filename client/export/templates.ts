import { api, cache } from '#client/api.ts'
import type { TemplateType } from '#shared/templates.ts'

/** The team's saved column choices. */
export const useTemplates = (type: TemplateType) => api.export.templates.list.useQuery({ type })

export const refreshTemplates = () => cache.export.templates.list.invalidate()
