/** The limits of notifications. They stand apart from `limits` because only the list of notifications needs them. */
export const notificationLimits = {
  page: 50,
  /** How many days a notification is kept after it was last seen. */
  keepDays: 90,
  /** The time of the daily mail, in the zone of the person. */
  digestAt: '07:00',
  /** The maximum number of notifications that a daily mail lists. */
  digestLines: 100,
} as const
