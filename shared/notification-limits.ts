/** The limits of notifications. They stand apart from `limits` because only the list of notifications needs them. */
export const notificationLimits = {
  page: 50,
  /** How many days a notification is kept after it was last seen. */
  keepDays: 90,
} as const
