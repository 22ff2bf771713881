/** The path of the screen that shows a job. */
export const jobLink = (id: string) => `/jobs?job=${id}`

/** The path of the screen that shows a schedule with its runs. */
export const scheduleLink = (id: string) => `/jobs/schedules?runs=${id}`
