import { ProductExportRequest } from '#shared/export.ts'
import type { JobType } from '#shared/jobs.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { orderTask } from '#server/export/order-task.ts'
import { productTask } from '#server/export/product-task.ts'
import type { ExportTask } from '#server/export/task.ts'

/** The task in the payload of a job, by its type. Throws a `ZodError` where the payload is none of this version. */
export const tasks: Record<JobType, (payload: unknown) => ExportTask> = {
  product_export: (payload) => productTask(ProductExportRequest.parse(payload)),
  order_export: (payload) => orderTask(OrderExportRequest.parse(payload)),
}
