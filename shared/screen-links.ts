// Links to what notifications, mails and channels tell of.

/** The path of the screen that shows a job. */
export const jobLink = (id: string) => `/jobs?job=${id}`

/** The path of the screen that shows the runs of a schedule. */
export const scheduleLink = (id: string) => `/jobs/schedules?runs=${id}`
