import { copyPhase } from '#client/format/copy-phase.ts'
import { copyProblem } from '#client/format/copy-problem.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { counted } from '#client/format/words.ts'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'

/** The state of a store's copy in a line. `now` in ms. */
export function copyWords(copy: CatalogueStore, now: number): string {
  const { state, products, checkedAt } = copy
  if (state === 'off') return 'No copy'
  if (state === 'waiting') return 'Waits to be read'
  const held = counted(products, 'product')
  const phase = copyPhase(copy)
  if (phase === 'first') return `Being read: ${held} so far`
  const seen = checkedAt === null ? 'not checked yet' : `checked ${relativeTime(checkedAt, now)}`
  const more = phase === 'failing' ? [copyProblem(copy)] : phase === 'again' ? ['being read again'] : []
  return [held, seen, ...more].join(' · ')
}

/** How changes of a store are learned, in a line. null: there is nothing to say. */
export function webhookWords({ state, webhooks, webhooksReason }: CatalogueStore): string | null {
  const { on, asked, told } = catalogueScreenMessages.webhooks
  if (state === 'off') return webhooksReason
  // It is asked less often then, and copyWords says why.
  if (state === 'failing') return null
  if (webhooks === 'on') return webhooksReason === null ? on : told(webhooksReason)
  return webhooksReason === null ? null : asked(webhooksReason)
}
