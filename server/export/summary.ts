import type { RequestSummary } from '#shared/jobs.ts'
import { templateTypes } from '#shared/templates.ts'
import type { Deps } from '#server/deps.ts'
import type { ExportTask } from '#server/export/task.ts'
import { listTemplateRows } from '#server/export/templates-repo.ts'

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((column, index) => column === others[index])

/** The request of an export in short, with the name of the first template that has its columns in their order. */
export async function summaryOf({ database }: Pick<Deps, 'database'>, { type, asked }: ExportTask): Promise<RequestSummary> {
  const templates = await listTemplateRows(database.db)
  const template = templates.find((one) => one.type === templateTypes[type] && isSame(one.columns, asked.columns))
  return { ...asked, columns: asked.columns.length, template: template?.name ?? null }
}
