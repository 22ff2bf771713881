import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Shop } from '../shop.ts'

const answers = {
  open: null,
  frozen: json(402, { errors: 'Unavailable Shop' }),
  locked: json(423, { errors: 'This shop is unavailable' }),
  closed: json(404, { errors: 'Not Found' }),
} as const

/** The answer of a shop that is not open: frozen for an unpaid bill, locked for a breach of the terms, or closed. null: it is open. */
export const standingAnswer = ({ standing }: Shop): Answer | null => answers[standing]
