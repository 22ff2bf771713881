import { AppError } from '#shared/errors.ts'

type Thing =
  | 'API key'
  | 'Delivery'
  | 'Destination'
  | 'File'
  | 'Job'
  | 'Order'
  | 'Passkey'
  | 'Product'
  | 'Schedule'
  | 'Service account'
  | 'Store'
  | 'Template'
  | 'User'
  | 'View'
  | 'Webhook'

/** The failure for a missing object. The message is the same for one out of the viewer's reach. */
export const notFound = (thing: Thing) => new AppError('NOT_FOUND', `${thing} not found`)
