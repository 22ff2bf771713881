import {
  TemplateCreateRequest,
  TemplateListRequest,
  TemplateListResponse,
  TemplateRef,
  TemplateResponse,
  TemplateUpdateRequest,
} from '#shared/templates.ts'
import { createTemplate, getTemplate, listTemplates, removeTemplate, updateTemplate } from '#server/export/templates.ts'
import { procedure, router } from '#server/procedure/builder.ts'

// Which right it takes depends on the template's type: the service asks for it.
export const templates = router({
  list: procedure('GET /templates', 'templates.read', { alsoOnTop: ['templates'] })
    .input(TemplateListRequest.prefault({}))
    .output(TemplateListResponse)
    .query(async ({ ctx, input }) => ({ templates: await listTemplates(ctx.deps, ctx.viewer, input.type) })),
  get: procedure('GET /templates/{id}', 'templates.read')
    .input(TemplateRef)
    .output(TemplateResponse)
    .query(async ({ ctx, input }) => ({ template: await getTemplate(ctx.deps, ctx.viewer, input.id) })),
  create: procedure('POST /templates', 'templates.read', { status: 201 })
    .input(TemplateCreateRequest)
    .output(TemplateResponse)
    .mutation(async ({ ctx, input }) => ({ template: await createTemplate(ctx.deps, ctx.viewer, input) })),
  update: procedure('PUT /templates/{id}', 'templates.read')
    .input(TemplateUpdateRequest)
    .output(TemplateResponse)
    .mutation(async ({ ctx, input }) => ({ template: await updateTemplate(ctx.deps, ctx.viewer, input) })),
  remove: procedure('DELETE /templates/{id}', 'templates.read')
    .input(TemplateRef)
    .output(TemplateResponse)
    .mutation(async ({ ctx, input }) => ({ template: await removeTemplate(ctx.deps, ctx.viewer, input.id) })),
})
