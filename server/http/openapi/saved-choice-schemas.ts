// The named schemas of templates and views; see schemas.ts.
import { Template, TemplateCreateRequest, TemplateListResponse, TemplateResponse, TemplateUpdateRequest } from '#shared/templates.ts'
import { View, ViewCreateRequest, ViewListResponse, ViewResponse, ViewUpdateRequest } from '#shared/views.ts'

export const savedChoiceSchemas = {
  Template,
  TemplateCreateRequest,
  TemplateListResponse,
  TemplateResponse,
  TemplateUpdateRequest,
  View,
  ViewCreateRequest,
  ViewListResponse,
  ViewResponse,
  ViewUpdateRequest,
}
