// Examples of the schemas of templates and views; see examples.ts.
import { exampleStore } from './store-examples.ts'

const template = {
  id: 'tp_1',
  name: 'Price list',
  type: 'product' as const,
  columns: ['Title', 'SKU', 'Price'],
  lacking: [],
  createdBy: 'us_1',
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  canEdit: true,
}

const view = {
  id: 'vw_1',
  screen: 'orders' as const,
  name: 'To pack',
  shared: true,
  isDefault: false,
  search: { stores: [exampleStore.id], tab: 'unfulfilled', sortOrder: 'asc' },
  columns: null,
  density: null,
  isMine: true,
  canEdit: true,
}

export const savedChoiceExamples = {
  Template: template,
  TemplateCreateRequest: { name: template.name, type: template.type, columns: template.columns },
  TemplateUpdateRequest: { id: template.id, name: 'Prices' },
  TemplateResponse: { template },
  View: view,
  ViewCreateRequest: { screen: view.screen, name: view.name, shared: true, search: view.search },
  ViewUpdateRequest: { id: view.id, isDefault: true },
  ViewResponse: { view },
}
