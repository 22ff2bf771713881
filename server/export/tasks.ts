import { z } from 'zod'
import { deliveryFields } from '#shared/destinations.ts'
import { ProductExportRequest } from '#shared/export.ts'
import type { JobType } from '#shared/jobs.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { DeliveryRequest } from '#server/destinations/deliver.ts'
import { orderTask } from '#server/export/order-task.ts'
import { productTask } from '#server/export/product-task.ts'
import type { ExportTask } from '#server/export/task.ts'

/** The same export, whose file is delivered. */
export const delivering = (task: ExportTask, delivery: DeliveryRequest): ExportTask => ({
  ...task,
  delivery,
  payload: { ...task.payload, ...delivery },
})

const Payload = z.looseObject(deliveryFields)

/** Reads the task of a payload, which has the request and, beside its fields, those of a delivery. */
const withDelivery = (taskOf: (request: unknown) => ExportTask) => (payload: unknown) => {
  const { destinationId, fileName, includeReceipt, ...request } = Payload.parse(payload)
  const task = taskOf(request)
  return destinationId === undefined ? task : delivering(task, DeliveryRequest.parse({ destinationId, fileName, includeReceipt }))
}

/** The task in the payload of a job, by its type. Throws a `ZodError` where the payload is none of this version. */
export const tasks: Record<JobType, (payload: unknown) => ExportTask> = {
  product_export: withDelivery((request) => productTask(ProductExportRequest.parse(request))),
  order_export: withDelivery((request) => orderTask(OrderExportRequest.parse(request))),
}
