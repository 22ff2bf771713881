import { z } from 'zod'

const Share = z.number().min(0).max(1)

/** How a shop's messages go out. Those that are given change, the rest stays. */
export const WebhookTuning = z.strictObject({
  /** Where messages are sent, in place of the host of their address. Without it, none leaves: the hosts are not of this machine. null: none again. */
  target: z.url().nullable().optional(),
  /** Whether messages go out at once. Default: only when `deliver` is called. */
  isPrompt: z.boolean().optional(),
  /** The shares of messages that are never sent, and that are sent twice. The selection is the same in each run. */
  lost: Share.optional(),
  doubled: Share.optional(),
  /** The share of messages beside which somebody sends another one, about another product, with a signature that is wrong. */
  forged: Share.optional(),
  /** Whether messages that are due go out in any order. */
  isShuffled: z.boolean().optional(),
  /** How late messages go out, in ms of the shop's time. */
  lateMs: z.number().min(0).optional(),
  /** Whether Shopify refuses the topics of products, as it does where the app lacks their scope. */
  refusesTopics: z.boolean().optional(),
  /** The maximum number of subscriptions. */
  most: z.int().min(0).optional(),
})
export type WebhookTuning = z.infer<typeof WebhookTuning>
