/** What the screen of webhooks says; part of `messages`. */
export const webhookMessages = {
  explained:
    'A webhook tells a program of yours, or a channel of Slack, Discord or Telegram, what happens here: each event is sent to its address.',
  none: 'Let a program or a channel know when an export ends, a schedule has a problem, or a store fails.',
  addressHints: {
    standard: 'Each event is sent with a signature.',
    slack: 'The address of an incoming webhook, which a Slack app has for each of its channels.',
    discord: 'The address of a webhook, from the settings of the channel, under Integrations.',
    telegram: 'https://api.telegram.org/bot, the token of your bot, and /sendMessage.',
  },
  chatIdHint: 'The number of the chat that the bot is in, or the name of a public channel such as @our_shops.',
  loadFailed: 'Failed to load webhooks',
  saveFailed: 'Failed to save the webhook',
  deleteFailed: 'Failed to delete the webhook',
  deleteConfirm: (name: string) => `Are you sure you want to delete "${name}"? Its program is not told of events any more.`,
  rotateExplained: (name: string, hours: number) =>
    `"${name}" gets a new secret. For ${hours} hours, each delivery is signed with the old and the new one, so that your program can change over.`,
  rotateFailed: 'Failed to replace the secret',
  secretShownOnce: 'Copy the secret now: it is not shown again. It verifies the signatures.',
  delivered: (ms: number) => `Delivered in ${ms.toLocaleString('en-US')} ms`,
  notDelivered: 'Not delivered',
  testFailed: 'Failed to send the test',
  kept: (days: number) => `The deliveries of ${days} days, newest first.`,
  deliveriesFailed: 'Failed to load the deliveries',
  noDeliveries: 'No deliveries yet',
  resendFailed: 'Failed to send it again',
} as const
