import { z } from 'zod'
import { errors } from '#shared/errors.ts'

const form = /^\d{1,20}$/
/** A platform's number for a product, a variant or an image, kept as text because it may have 19 digits. */
export const ProductId = z.string().regex(form)
/** The id of the last product of the page before. */
export const LastProductId = z.string().regex(form, errors.INVALID_CURSOR.message)
