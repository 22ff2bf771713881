// Links to what notifications, mails and channels tell of.

/** The path of the screen that shows a job. */
export const jobLink = (id: string) => `/jobs?job=${id}`

/** The path of the screen with the schedules. */
export const schedulesLink = '/jobs/schedules'

/** The path of the screen that shows the runs of a schedule. */
export const scheduleLink = (id: string) => `${schedulesLink}?runs=${id}`
