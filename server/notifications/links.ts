/** The path of the screen that shows a job. */
export const jobLink = (id: string) => `/jobs?job=${id}`

/** The path of the screen with the schedules. So far it ignores which one. */
export const scheduleLink = (id: string) => `/jobs?schedule=${id}`
