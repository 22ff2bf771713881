export const TOPICS = ['products/create', 'products/update', 'products/delete'] as const
export type Topic = (typeof TOPICS)[number]

export type Subscription = {
  readonly id: string
  readonly topic: Topic
  readonly address: string
  readonly format: 'json' | 'xml'
  /** The fields of a message. Empty: all. */
  readonly fields: readonly string[]
  readonly at: number
}
export type SubscriptionDraft = Pick<Subscription, 'topic' | 'address' | 'format' | 'fields'>

/** Why a shop does not accept a subscription. */
export type SubscriptionRefusal = 'taken' | 'address' | 'limit'

/** The platforms take only https, and no host of a machine or of their own. */
function isAccepted(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && !/(^|\.)(localhost|internal|example\.com|myshopify\.com|onshopbase\.com)$|^[\d.]+$|^\[/.test(hostname)
}

export type Subscriptions = {
  readonly list: () => readonly Subscription[]
  readonly create: (draft: SubscriptionDraft) => Subscription | SubscriptionRefusal
  /** null: there is no such subscription. */
  readonly change: (id: string, change: Partial<SubscriptionDraft>) => Subscription | SubscriptionRefusal | null
  readonly remove: (id: string) => boolean
}

/** @param most the maximum number now */
export function openSubscriptions(now: () => number, most: () => number): Subscriptions {
  let rows: readonly Subscription[] = []
  let made = 0
  const isTaken = ({ topic, address }: SubscriptionDraft, id: string | null) =>
    rows.some((row) => row.id !== id && row.topic === topic && row.address === address)

  function refusal(draft: SubscriptionDraft, id: string | null): SubscriptionRefusal | null {
    if (!isAccepted(draft.address)) return 'address'
    return isTaken(draft, id) ? 'taken' : null
  }
  return {
    list: () => rows,
    create: (draft) => {
      const refused = refusal(draft, null) ?? (rows.length >= most() ? 'limit' : null)
      if (refused) return refused
      const row = { ...draft, id: String(901_431_826 + made++), at: now() }
      rows = [...rows, row]
      return row
    },
    change: (id, change) => {
      const known = rows.find((row) => row.id === id)
      if (!known) return null
      const row = { ...known, ...change }
      const refused = refusal(row, id)
      if (refused) return refused
      rows = rows.map((one) => (one.id === id ? row : one))
      return row
    },
    remove: (id) => {
      const left = rows.filter((row) => row.id !== id)
      const isRemoved = left.length < rows.length
      rows = left
      return isRemoved
    },
  }
}
