import type { ReactNode } from 'react'
import { containsText } from '#client/ui/contains-text.ts'

/** Something that the palette leads to or does. */
export type Offer = {
  id: string
  label: string
  /** A second, smaller text: where it belongs. */
  about?: string | undefined
  /** Other words by which a person may look for it. */
  words?: string
  mark: ReactNode
  /** What else it can do, by Ctrl and Enter or a click. The palette stays open and shows the answer. */
  also?: { label: string; run: () => Promise<string> } | undefined
  /** The palette closes afterwards. It stays open and says why if the promise is rejected. */
  run: () => Promise<void> | void
}
export type OfferGroup = { label: string; offers: readonly Offer[] }

const isMeant = ({ label, about = '', words = '' }: Offer, typed: string) =>
  typed.split(/\s+/).every((word) => containsText(`${label} ${about} ${words}`, word))

/** The offers in which every typed word occurs. Empty groups are left out. */
export const matching = (groups: readonly OfferGroup[], typed: string): OfferGroup[] =>
  groups
    .map(({ label, offers }) => ({ label, offers: offers.filter((offer) => isMeant(offer, typed.trim())) }))
    .filter(({ offers }) => offers.length > 0)
