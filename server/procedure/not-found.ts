import { AppError } from '#shared/errors.ts'

type Thing = 'API key' | 'File' | 'Job' | 'Order' | 'Passkey' | 'Product' | 'Store' | 'Template' | 'User'

/** What is answered for something that is not there, and in the same words for something out of the viewer's reach. */
export const notFound = (thing: Thing) => new AppError('NOT_FOUND', `${thing} not found`)
